import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Segment } from '@waggle/contracts/segments';
import { Copy, Ellipsis, Trash2, Users } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useHolds } from '#features/accounts/index.ts';
import { useFormat } from '#lib/format.ts';
import { problemText } from '#lib/problem-text.ts';
import { runMutation } from '#lib/run-mutation.ts';
import { Time } from '#lib/time.tsx';
import type { Column } from '#ui/data-table.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Menu, MenuItem, MenuSeparator } from '#ui/menu.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { Sparkline } from '#ui/sparkline.tsx';
import { toast } from '#ui/toast-store.ts';
import { segmentCountQuery, useDuplicateSegment } from './queries.ts';

export function useSegmentColumns(onDelete: (segment: Segment) => void): Column<Segment>[] {
  const { t } = useTranslation('segments');
  return useMemo(
    () => [
      {
        id: 'name',
        header: t('columns.name'),
        sortable: true,
        primary: true,
        cell: ({ name }) => <span className="block max-w-96 truncate font-medium text-ink">{name}</span>,
      },
      {
        id: 'count',
        header: t('columns.count'),
        align: 'end',
        width: '8rem',
        cell: ({ id }) => <SegmentCount segmentId={id} />,
      },
      {
        id: 'trend',
        header: t('columns.trend'),
        width: '10rem',
        cell: (segment) => <SegmentTrend segment={segment} />,
      },
      {
        id: 'createdAt',
        header: t('columns.created'),
        sortable: true,
        width: '9rem',
        cell: ({ createdAt }) => <Time at={createdAt} />,
      },
      {
        id: 'actions',
        header: t('actions'),
        hideHeader: true,
        align: 'end',
        width: '3.5rem',
        cell: (segment) => <SegmentMenu segment={segment} onDelete={onDelete} />,
      },
    ],
    [t, onDelete],
  );
}

type SegmentCountProps = { segmentId: string; /** With its noun, where no column names it. */ worded?: boolean };

/** Counted when the row is looked at; a row that cannot be counted says so and no other suffers. */
export function SegmentCount({ segmentId, worded = false }: SegmentCountProps) {
  const { t } = useTranslation('segments');
  const format = useFormat();
  const { data, isError } = useQuery(segmentCountQuery(segmentId));
  if (isError) return <span className="text-subtle">{t('countFailed')}</span>;
  if (!data) return <Skeleton width="2.5rem" className="ml-auto max-md:ml-0" />;
  const shown = format.number(data.count);
  return <span className="text-ink tabular-nums">{worded ? t('now.said', { count: data.count, shown }) : shown}</span>;
}

export function SegmentTrend({ segment }: { segment: Segment }) {
  const { t } = useTranslation('segments');
  const format = useFormat();
  const [first] = segment.trend;
  const last = segment.trend.at(-1);
  if (!first || !last || first === last) return <span className="text-subtle">–</span>;
  const falls = last.members < first.members;
  return (
    <span className="flex items-center">
      <Sparkline
        values={segment.trend.map(({ members }) => members)}
        tone={falls ? 'muted' : 'accent'}
        width={112}
        height={26}
      />
      <span className="sr-only">
        {t('trendOf', { first: format.number(first.members), last: format.number(last.members) })}
      </span>
    </span>
  );
}

type SegmentMenuProps = { segment: Segment; onDelete: (segment: Segment) => void };

export function SegmentMenu({ segment, onDelete }: SegmentMenuProps) {
  const { t } = useTranslation('segments');
  const mayChange = useHolds('contacts:write');
  const duplicate = useDuplicateSegment();
  const { name, rules } = segment;
  const copy = () =>
    runMutation(
      duplicate,
      { name: t('copyOf', { name }).slice(0, 80), rules },
      {
        onSuccess: (made) => toast({ tone: 'success', title: t('duplicated'), description: made.name }),
        onError: (error) => toast({ tone: 'error', title: t('error'), description: problemText(error) }),
      },
    );
  return (
    <Menu trigger={<IconButton label={t('menuOf', { name })} icon={Ellipsis} />}>
      <MenuItem asChild>
        <Link to="/dashboard/contacts" search={{ segmentId: segment.id }}>
          <Users aria-hidden className="size-4 text-subtle" />
          {t('showContacts')}
        </Link>
      </MenuItem>
      {mayChange && (
        <>
          <MenuItem icon={Copy} onSelect={copy}>
            {t('duplicate')}
          </MenuItem>
          <MenuSeparator />
          <MenuItem icon={Trash2} danger onSelect={() => onDelete(segment)}>
            {t('delete')}
          </MenuItem>
        </>
      )}
    </Menu>
  );
}
