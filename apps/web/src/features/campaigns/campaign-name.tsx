import { Link } from '@tanstack/react-router';
import type { CampaignSummary } from '@waggle/contracts/campaigns';
import { useHolds } from '#features/accounts/index.ts';
import { editOf, reportOf } from './addresses.ts';

const linkClass = 'hover:underline';

/** A draft opens where it is written, everything else where its results are. Who may not write reads a draft's name. */
export function CampaignName({ campaign: { id: campaignId, name, status } }: { campaign: CampaignSummary }) {
  const mayWrite = useHolds('campaigns:write');
  if (status !== 'DRAFT') {
    return (
      <Link {...reportOf(campaignId)} className={linkClass}>
        {name}
      </Link>
    );
  }
  if (!mayWrite) return name;
  return (
    <Link {...editOf(campaignId)} className={linkClass}>
      {name}
    </Link>
  );
}
