import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { useBuilder } from '../builder-context.ts';
import { typeOf } from '../draft.ts';
import { audienceQuery } from '../queries.ts';

/** Who would get it, counted by the rule that freezes the audience. */
export function useAudience() {
  const { draft, clientId, clientMissing } = useBuilder();
  const recipients = useDeferredValue(draft.recipients);
  const counted = useQuery({
    ...audienceQuery({ recipients, clientId, type: typeOf(draft), topicId: draft.topicId }),
    enabled: !clientMissing,
  });
  const { data } = counted;
  const others = data?.leftOut.reduce((sum, { people }) => sum + people, 0) ?? 0;
  const notSelected = data?.leftOut.find(({ reason }) => reason === 'not-selected')?.people ?? 0;
  return {
    data,
    error: counted.error,
    isError: counted.isError && !counted.isFetching,
    retry: () => void counted.refetch(),
    countedAt: counted.dataUpdatedAt,
    counting: counted.isFetching || recipients !== draft.recipients,
    /** Everybody it could go to. */
    total: data && data.recipients + others,
    /** Chosen, and yet somebody who gets nothing. */
    leftOut: others - notSelected,
  };
}

export type CountedAudience = ReturnType<typeof useAudience>;
