import type { Notification } from '@waggle/contracts/notifications';
import { CheckCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/class-names.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { NotificationRow } from './notification-row.tsx';
import { useMarkRead } from './queries.ts';

const filters = ['all', 'unread'] as const;

/** All or the unread ones, as the person chose. */
export function useNotificationFilter(items: readonly Notification[]) {
  const [filter, setFilter] = useState<(typeof filters)[number]>('all');
  const shown = filter === 'all' ? items : items.filter(({ readAt }) => readAt === null);
  return { filter, setFilter, shown };
}

type FilterProps = { filter: string; setFilter: (filter: (typeof filters)[number]) => void; unread: number };

export function NotificationFilter({ filter, setFilter, unread }: FilterProps) {
  const { t } = useTranslation('notifications');
  const format = useFormat();
  return (
    <div role="group" aria-label={t('filter.label')} className="flex gap-1">
      {filters.map((own) => (
        <button
          key={own}
          type="button"
          aria-pressed={own === filter}
          onClick={() => setFilter(own)}
          className={cx(
            'h-7 rounded-md px-2 text-xs font-medium text-muted hover:text-ink coarse:min-h-(--target-touch)',
            own === filter && 'bg-fill text-ink',
          )}
        >
          {t(`filter.${own}`)}
          {own === 'unread' && unread > 0 && <span className="ml-1 text-subtle">{format.number(unread)}</span>}
        </button>
      ))}
    </div>
  );
}

export function MarkAllRead({ unread }: { unread: number }) {
  const { t } = useTranslation('notifications');
  const markRead = useMarkRead();
  if (unread === 0) return null;
  return (
    <Button variant="ghost" size="sm" icon={CheckCheck} onClick={() => markRead.mutate(undefined)}>
      {t('markAllRead')}
    </Button>
  );
}

type ListProps = { items: readonly Notification[]; isFiltered: boolean; onOpen?: (() => void) | undefined };

export function NotificationList({ items, isFiltered, onOpen }: ListProps) {
  const { t } = useTranslation('notifications');
  if (items.length === 0)
    return (
      <EmptyState title={t(isFiltered ? 'empty.unread' : 'empty.title')} headingLevel={3} className="py-8!">
        {!isFiltered && t('empty.text')}
      </EmptyState>
    );
  return (
    <ul>
      {items.map((notification) => (
        <NotificationRow key={notification.id} notification={notification} onOpen={onOpen} />
      ))}
    </ul>
  );
}
