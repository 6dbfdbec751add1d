import type { CampaignSummary } from '@waggle/contracts/campaigns';
import { useTranslation } from 'react-i18next';
import { problemText } from '#lib/problem-text.ts';
import { useSingleKeys } from '#lib/shortcuts.ts';
import { Button } from '#ui/button.tsx';
import { DataTable } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { PageHeader, PageToolbar } from '#ui/page-header.tsx';
import { SearchInput } from '#ui/search-input.tsx';
import { useCampaignColumns, usePhoneRow } from './campaign-columns.tsx';
import { type CampaignsList, useCampaignsList } from './use-campaigns-list.ts';

const byId = ({ id }: CampaignSummary) => id;

export function CampaignsScreen() {
  const { t } = useTranslation('campaigns');
  const singleKeys = useSingleKeys();
  const campaigns = useCampaignsList();
  const { list } = campaigns;
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <PageHeader title={t('title')} />
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
      <CampaignTable campaigns={campaigns} />
    </div>
  );
}

function CampaignTable({ campaigns: { list, page, filtered, clear } }: { campaigns: CampaignsList }) {
  const { t } = useTranslation('campaigns');
  const columns = useCampaignColumns();
  const phoneRow = usePhoneRow();
  if (page.isError) {
    return (
      <LoadError
        title={t('failed')}
        message={problemText(page.error)}
        retry={() => list.retry(page)}
        busy={page.isFetching}
      />
    );
  }
  return (
    <DataTable
      label={t('title')}
      columns={columns}
      rows={page.data?.items}
      rowId={byId}
      density="roomy"
      refreshing={page.isPlaceholderData}
      sort={list.order}
      onSortChange={list.setOrder}
      phoneRow={phoneRow}
      pagination={page.data && list.pagination(page.data.total, page.data.nextCursor)}
      empty={
        filtered ? (
          <EmptyState title={t('notFound.title')} action={<Button onClick={clear}>{t('notFound.clear')}</Button>}>
            {t('notFound.text')}
          </EmptyState>
        ) : (
          <EmptyState title={t('none.title')}>{t('none.text')}</EmptyState>
        )
      }
    />
  );
}
