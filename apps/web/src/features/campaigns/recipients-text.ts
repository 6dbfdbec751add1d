import type { CampaignSummary } from '@waggle/contracts/campaigns';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';

/** 'All contacts', or how many, with the tags they have. */
export function useRecipientsText(): (campaign: CampaignSummary) => string {
  const { t } = useTranslation('campaigns');
  const format = useFormat();
  return ({ recipients: { type, count, tags, segmentIds } }) => {
    if (type === 'all') return t('recipients.all');
    const rule = type === 'tags' ? 'byTags' : segmentIds.length > 0 ? 'bySegments' : 'chosen';
    const people = count === null ? t(`recipients.${rule}`) : format.number(count);
    return tags.length > 0 ? `${people} (${format.list(tags)})` : people;
  };
}
