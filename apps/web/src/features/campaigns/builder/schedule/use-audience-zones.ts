import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { useBuilder } from '../builder-context.ts';
import { audienceZonesQuery } from '../queries.ts';

/** When those who would get it have a time on their clock, counted by the rule that freezes the audience. */
export function useAudienceZones(at: string | null) {
  const { draft, clientId, clientMissing } = useBuilder();
  const recipients = useDeferredValue(draft.recipients);
  const { topicId } = draft;
  return useQuery({
    ...audienceZonesQuery({ recipients, clientId, topicId, at: at ?? '' }),
    enabled: !clientMissing && at !== null,
  });
}
