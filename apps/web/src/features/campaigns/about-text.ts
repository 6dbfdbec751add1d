import type { CampaignSummary } from '@waggle/contracts/campaigns';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';

/** The subject, or how many emails a sequence has. */
export function useAboutText(): (campaign: Pick<CampaignSummary, 'subject' | 'emails'>) => string {
  const { t } = useTranslation('campaigns');
  const { number } = useFormat();
  return ({ subject, emails }) =>
    emails ? t('emailCount', { count: emails.length, shown: number(emails.length) }) : subject;
}
