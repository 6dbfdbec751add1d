import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { askAnalytics, type Question } from '@waggle/contracts/ask';
import type { ReplyOf } from '@waggle/contracts/endpoint';
import { call } from '#lib/api.ts';
import { analyticsKeys } from '../queries.ts';

/** With the question it answers: the last answer stays until the next is there. */
export type Answer = ReplyOf<typeof askAnalytics> & { question: Question };

export const answerQuery = (question: Question) =>
  queryOptions({
    queryKey: [...analyticsKeys.all, 'ask', question],
    queryFn: async ({ signal }): Promise<Answer> => {
      const { metric, period, breakdown, clientId } = question;
      const query = {
        metric,
        ...(period && { period }),
        ...(breakdown && { breakdown }),
        ...(clientId && { clientId }),
      };
      return { ...(await call(askAnalytics, { query }, signal)), question };
    },
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
    // A question that is refused stays refused.
    retry: false,
  });
