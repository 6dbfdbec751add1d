import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { Segment } from '@waggle/contracts/segments';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHolds } from '#features/accounts/index.ts';
import { useFormat } from '#lib/format.ts';
import { useListAddress } from '#lib/list-address.ts';
import { problemText } from '#lib/problem-text.ts';
import { useSingleKeys } from '#lib/shortcuts.ts';
import { buttonClass } from '#ui/button-class.ts';
import { DataTable, type PhoneRow } from '#ui/data-table.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { PageHeader, PageToolbar } from '#ui/page-header.tsx';
import { SearchInput } from '#ui/search-input.tsx';
import { ContactsTabs } from '../contacts-tabs.tsx';
import { DeleteSegment } from './delete-segment.tsx';
import { NoSegments } from './no-segments.tsx';
import { segmentsQuery } from './queries.ts';
import { SegmentCount, SegmentTrend, useSegmentColumns } from './segment-columns.tsx';

export function SegmentsScreen() {
  const { t } = useTranslation('segments');
  const format = useFormat();
  const mayChange = useHolds('contacts:write');
  const list = useListAddress(['name', '-name', 'createdAt', '-createdAt']);
  const segments = useQuery(segmentsQuery(list.query));
  const total = segments.data?.total;
  const createButton = mayChange && (
    <Link to="/dashboard/contacts/segments/new" className={buttonClass({ variant: 'primary' })}>
      <Plus aria-hidden className="icon-control" />
      <span className="max-sm:sr-only">{t('create')}</span>
    </Link>
  );
  return (
    <>
      <PageHeader title={t('title')} count={total ? format.number(total) : undefined} actions={createButton} />
      <ContactsTabs />
      {segments.isError ? (
        <LoadError
          title={t('failed')}
          message={problemText(segments.error)}
          retry={() => list.retry(segments)}
          busy={segments.isFetching}
        />
      ) : (
        <SegmentTable segments={segments} list={list} />
      )}
    </>
  );
}

const byId = (segment: Segment) => segment.id;

type SegmentTableProps = {
  segments: ReturnType<typeof useQuery<{ items: Segment[]; nextCursor: string | null; total: number }>>;
  list: ReturnType<typeof useListAddress>;
};

function SegmentTable({ segments, list }: SegmentTableProps) {
  const { t } = useTranslation('segments');
  const navigate = useNavigate();
  const singleKeys = useSingleKeys();
  const [doomed, setDoomed] = useState<Segment>();
  const columns = useSegmentColumns(setDoomed);
  const page = segments.data;
  const nothingYet = page?.total === 0 && list.search === '';
  const open = ({ id: segmentId }: Segment) =>
    void navigate({ to: '/dashboard/contacts/segments/$segmentId', params: { segmentId } });
  const phoneRow = (segment: Segment): PhoneRow => ({
    title: segment.name,
    subtitle: <SegmentCount segmentId={segment.id} worded />,
    aside: <SegmentTrend segment={segment} />,
  });

  return (
    <>
      {!nothingYet && (
        <PageToolbar>
          <SearchInput
            label={t('search')}
            placeholder={t('search')}
            value={list.search}
            onValueChange={list.setSearch}
            hotkey={singleKeys}
            className="sm:max-w-80"
          />
        </PageToolbar>
      )}
      <DataTable
        label={t('title')}
        columns={columns}
        rows={page?.items}
        rowId={byId}
        refreshing={segments.isPlaceholderData}
        sort={list.order}
        onSortChange={list.setOrder}
        onRowOpen={open}
        phoneRow={phoneRow}
        pagination={page && list.pagination(page.total, page.nextCursor)}
        empty={<NoSegments search={list.search} clear={() => list.setSearch('')} />}
      />
      {doomed && <DeleteSegment segment={doomed} onClose={() => setDoomed(undefined)} />}
    </>
  );
}
