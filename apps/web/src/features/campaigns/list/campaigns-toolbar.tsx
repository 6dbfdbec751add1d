import { useQuery } from '@tanstack/react-query';
import { campaignStatuses } from '@waggle/contracts/campaigns';
import { useTranslation } from 'react-i18next';
import { useSingleKeys } from '#lib/shortcuts.ts';
import { SearchInput } from '#ui/search-input.tsx';
import { Select } from '#ui/select.tsx';
import { ChoiceFilter } from '../choice-filter.tsx';
import { campaignSumsQuery } from '../queries.ts';
import { type CampaignsList, campaignSorts } from './use-campaigns-list.ts';

export function CampaignsToolbar({ campaigns }: { campaigns: CampaignsList }) {
  const { t } = useTranslation('campaigns');
  const singleKeys = useSingleKeys();
  const { list } = campaigns;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <StatusFilter campaigns={campaigns} />
      <div className="ml-auto flex items-center gap-2 max-md:w-full">
        <SearchInput
          label={t('search')}
          placeholder={t('search')}
          value={list.search}
          onValueChange={list.setSearch}
          hotkey={singleKeys}
          className="md:w-64"
        />
        <Select
          aria-label={t('sort.label')}
          className="w-auto! min-w-34 text-sm!"
          value={list.query.sort}
          onValueChange={(value) => {
            const sort = campaignSorts.find((one) => one === value) ?? campaignSorts[0];
            const descending = sort.startsWith('-');
            list.setOrder({ column: descending ? sort.slice(1) : sort, direction: descending ? 'desc' : 'asc' });
          }}
          options={campaignSorts.map((value) => ({ value, label: t(`sort.${value}`) }))}
        />
      </div>
    </div>
  );
}

function StatusFilter({ campaigns: { status, setStatus } }: { campaigns: CampaignsList }) {
  const { t } = useTranslation('campaigns');
  const { data } = useQuery(campaignSumsQuery);
  return (
    <ChoiceFilter
      label={t('columns.status')}
      choices={[undefined, ...campaignStatuses].map((value) => ({
        value,
        label: t(`status.${value ?? 'all'}`),
        count: value ? data?.byStatus[value] : data?.total,
      }))}
      chosen={status}
      onChoose={setStatus}
    />
  );
}
