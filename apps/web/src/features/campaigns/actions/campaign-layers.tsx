import type { CampaignSummary } from '@waggle/contracts/campaigns';
import { AcknowledgeHold } from './acknowledge-hold.tsx';
import { CancelCampaign } from './cancel-campaign.tsx';
import { DeleteCampaign } from './delete-campaign.tsx';
import { RescheduleCampaign } from './reschedule-campaign.tsx';

/** What is asked before something is done. */
export type Question = 'delete' | 'cancel' | 'reschedule' | 'acknowledge';

type CampaignLayersProps = {
  campaign: CampaignSummary;
  what: Question;
  onClose: () => void;
  onDeleted?: (() => void) | undefined;
};

export function CampaignLayers({ campaign, what, onClose, onDeleted }: CampaignLayersProps) {
  if (what === 'delete') return <DeleteCampaign campaign={campaign} onClose={onClose} onDeleted={onDeleted} />;
  if (what === 'cancel') return <CancelCampaign campaign={campaign} onClose={onClose} />;
  if (what === 'reschedule') return <RescheduleCampaign campaign={campaign} onClose={onClose} />;
  return <AcknowledgeHold campaign={campaign} onClose={onClose} />;
}
