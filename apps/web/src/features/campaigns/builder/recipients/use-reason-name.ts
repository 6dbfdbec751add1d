import { useQuery } from '@tanstack/react-query';
import type { leftOutReasons } from '@waggle/contracts/campaign-left-out';
import { useTranslation } from 'react-i18next';
import { useBuilder, useOwner } from '../builder-context.ts';
import { topicsQuery } from '../queries.ts';

/** Why people are left out, in words; who opted out of a topic, by its name. */
export function useReasonName(): (reason: (typeof leftOutReasons)[number]) => string {
  const { t } = useTranslation('campaign-builder');
  const { topicId } = useBuilder().draft;
  const owner = useOwner();
  const topics = useQuery({ ...topicsQuery(owner), enabled: topicId !== null }).data?.items;
  const topic = topics?.find(({ id }) => id === topicId)?.name;
  return (reason) =>
    reason === 'topic-opted-out' && topic !== undefined
      ? t('recipients.outOfTopic', { topic })
      : t(`recipients.reasons.${reason}`);
}
