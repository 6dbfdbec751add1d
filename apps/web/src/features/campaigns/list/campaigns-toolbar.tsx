import { useQuery } from '@tanstack/react-query';
import { campaignStatuses } from '@waggle/contracts/campaigns';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { useSingleKeys } from '#lib/shortcuts.ts';
import { Count } from '#ui/badge.tsx';
import { SearchInput } from '#ui/search-input.tsx';
import { Select } from '#ui/select.tsx';
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

const choiceClass =
  'flex h-8 items-center gap-1.5 rounded-md px-2.5 text-sm whitespace-nowrap text-muted hover:text-ink aria-pressed:bg-fill aria-pressed:font-[550] aria-pressed:text-ink coarse:min-h-(--target-touch)';

function StatusFilter({ campaigns: { status, setStatus } }: { campaigns: CampaignsList }) {
  const { t } = useTranslation('campaigns');
  const { number } = useFormat();
  const { data } = useQuery(campaignSumsQuery);
  return (
    <div role="group" aria-label={t('columns.status')} className="flex min-w-0 gap-1 overflow-x-auto">
      {[undefined, ...campaignStatuses].map((own) => (
        <button
          key={own ?? 'all'}
          type="button"
          aria-pressed={own === status}
          className={choiceClass}
          onClick={() => setStatus(own)}
        >
          {t(`status.${own ?? 'all'}`)}
          {data && <Count>{number(own ? data.byStatus[own] : data.total)}</Count>}
        </button>
      ))}
    </div>
  );
}
