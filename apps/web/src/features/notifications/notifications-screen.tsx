import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Settings } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { problemText } from '#lib/problem-text.ts';
import { buttonClass } from '#ui/button-class.ts';
import { Card } from '#ui/card.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { PageBody, PageHeader } from '#ui/page-header.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { MarkAllRead, NotificationFilter, NotificationList, useNotificationFilter } from './notification-list.tsx';
import { notificationsQuery } from './queries.ts';

export function NotificationsScreen() {
  const { t } = useTranslation('notifications');
  const list = useQuery(notificationsQuery);
  const { items = [], unread = 0 } = list.data ?? {};
  const { shown, ...filter } = useNotificationFilter(items);
  return (
    <>
      <PageHeader
        title={t('title')}
        actions={
          <Link to="/dashboard/settings/notifications" className={buttonClass({ variant: 'secondary', size: 'md' })}>
            <Settings aria-hidden className="icon-control" />
            <span className="max-sm:sr-only">{t('settings')}</span>
          </Link>
        }
      />
      <PageBody narrow className="flex flex-col gap-3">
        {list.isPending && <Skeleton className="h-40" />}
        {list.isError && (
          <Card>
            <LoadError title={t('failed')} message={problemText(list.error)} retry={() => void list.refetch()} />
          </Card>
        )}
        {list.data && (
          <>
            <div className="flex min-h-8 items-center justify-between">
              <NotificationFilter {...filter} unread={unread} />
              <MarkAllRead unread={unread} />
            </div>
            <Card flush className="overflow-hidden">
              <NotificationList items={shown} isFiltered={filter.filter === 'unread'} />
            </Card>
          </>
        )}
      </PageBody>
    </>
  );
}
