import { useNavigate } from '@tanstack/react-router';
import type { CampaignSummary } from '@waggle/contracts/campaigns';
import { useTranslation } from 'react-i18next';
import { useHolds } from '#features/accounts/index.ts';
import { Card } from '#ui/card.tsx';
import { DataTable } from '#ui/data-table.tsx';
import { editOf, reportOf } from '../addresses.ts';
import { useCampaignColumns, usePhoneRow } from './campaign-columns.tsx';
import type { ShownCampaigns } from './campaign-grid.tsx';

const byId = ({ id }: CampaignSummary) => id;

export function CampaignTable({ campaigns: { list, page }, onAsk, empty }: ShownCampaigns) {
  const { t } = useTranslation('campaigns');
  const columns = useCampaignColumns(onAsk);
  const phoneRow = usePhoneRow();
  const open = useOpenCampaign();
  if (page.data?.items.length === 0) return empty;
  return (
    <Card flush className="overflow-hidden">
      <DataTable
        label={t('title')}
        columns={columns}
        rows={page.data?.items}
        rowId={byId}
        density="roomy"
        refreshing={page.isPlaceholderData}
        sort={list.order}
        onSortChange={list.setOrder}
        onRowOpen={open}
        phoneRow={phoneRow}
        pagination={page.data && list.pagination(page.data.total, page.data.nextCursor)}
      />
    </Card>
  );
}

/** A draft where it is written, everything else where its results are. */
function useOpenCampaign(): (campaign: CampaignSummary) => void {
  const navigate = useNavigate();
  const mayWrite = useHolds('campaigns:write');
  return ({ id: campaignId, status }) => {
    if (status === 'DRAFT' && !mayWrite) return;
    void navigate(status === 'DRAFT' ? editOf(campaignId) : reportOf(campaignId));
  };
}
