import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Bell as BellIcon, ChevronRight, Settings } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { problemText } from '#lib/problem-text.ts';
import { buttonClass } from '#ui/button-class.ts';
import { LoadError } from '#ui/load-error.tsx';
import { Popover } from '#ui/popover.tsx';
import { Tooltip } from '#ui/tooltip.tsx';
import { MarkAllRead, NotificationFilter, NotificationList, useNotificationFilter } from './notification-list.tsx';
import { notificationsQuery } from './queries.ts';

/** Rows of the panel; the page shows all. */
const most = 6;
/** More are not worth counting in a corner. */
const mostCounted = 99;

export function Bell() {
  const { t } = useTranslation('notifications');
  const format = useFormat();
  const [open, setOpen] = useState(false);
  const unread = useQuery(notificationsQuery).data?.unread ?? 0;
  const count = unread > mostCounted ? `${mostCounted}+` : format.number(unread);
  return (
    <Popover
      label={t('title')}
      align="end"
      open={open}
      onOpenChange={setOpen}
      flush
      className="w-[26rem] max-w-[calc(100vw-1rem)] p-0!"
      trigger={
        <button
          type="button"
          aria-label={unread > 0 ? t('bell', { count: unread, number: count }) : t('title')}
          className={`relative ${buttonClass({ variant: 'ghost', size: 'icon-md' })} data-[state=open]:bg-fill`}
        >
          <BellIcon aria-hidden className="icon-control" />
          {unread > 0 && (
            <span
              aria-hidden
              className="absolute -top-1 -right-1 grid h-4.5 min-w-4.5 place-items-center rounded-full bg-inverse px-1 text-2xs font-semibold text-on-inverse tabular-nums"
            >
              {count}
            </span>
          )}
        </button>
      }
    >
      <Panel onClose={() => setOpen(false)} />
    </Popover>
  );
}

function Panel({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('notifications');
  const list = useQuery(notificationsQuery);
  const { items = [], unread = 0 } = list.data ?? {};
  const { shown, ...filter } = useNotificationFilter(items);
  return (
    <>
      <div className="flex flex-col gap-1 border-b border-line px-4 pt-3 pb-2">
        <div className="flex min-h-7 items-center gap-1">
          <h2 className="min-w-0 flex-1 text-sm font-semibold text-ink">{t('title')}</h2>
          <MarkAllRead unread={unread} />
          <Tooltip label={t('settings')}>
            <Link
              to="/dashboard/settings/notifications"
              aria-label={t('settings')}
              onClick={onClose}
              className={buttonClass({ variant: 'ghost', size: 'icon-sm' })}
            >
              <Settings aria-hidden className="size-4" />
            </Link>
          </Tooltip>
        </div>
        {items.length > 0 && <NotificationFilter {...filter} unread={unread} />}
      </div>
      {list.isError ? (
        <LoadError title={t('failed')} message={problemText(list.error)} retry={() => void list.refetch()} />
      ) : (
        <NotificationList items={shown.slice(0, most)} isFiltered={filter.filter === 'unread'} onOpen={onClose} />
      )}
      {items.length > 0 && (
        <Link
          to="/dashboard/notifications"
          onClick={onClose}
          className="flex min-h-10 items-center justify-center gap-1 rounded-b-lg border-t border-line bg-row-hover text-xs font-medium text-muted hover:text-ink coarse:min-h-(--target-touch)"
        >
          {t('viewAll')}
          <ChevronRight aria-hidden className="size-3.5" />
        </Link>
      )}
    </>
  );
}
