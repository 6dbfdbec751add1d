import { Link } from '@tanstack/react-router';
import type { Campaign } from '@waggle/contracts/campaigns';
import { useTranslation } from 'react-i18next';

/** Absent while a new one is written, or until it is read. */
type Edited = Pick<Campaign, 'automationId' | 'sequenceId'> | undefined;

/** An email of an automation or of a sequence is reached from there. */
export function backOf(campaign: Edited): string {
  if (campaign?.automationId) return `/dashboard/automations/${campaign.automationId}`;
  return campaign?.sequenceId ? `/dashboard/campaigns/${campaign.sequenceId}/edit` : '/dashboard/campaigns';
}

export function useBackTrail(campaign?: Edited) {
  const { t } = useTranslation('campaign-builder');
  return [
    <Link key="back" to={backOf(campaign)}>
      {t(campaign?.automationId ? 'backToAutomation' : campaign?.sequenceId ? 'backToSequence' : 'back')}
    </Link>,
  ];
}
