import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { checkAutomation, planPublishing, publishAutomation } from '@waggle/contracts/automations';
import type { CallInput } from '@waggle/contracts/endpoint';
import { call } from '#lib/api.ts';
import { automationKeys } from '../keys.ts';

type Body = NonNullable<CallInput<typeof publishAutomation>['body']>;
export type Moves = NonNullable<Body['moves']>;

/** What the server finds, and who is inside; asked anew each time the dialog opens. */
export const planQuery = (automationId: string, draftNo: number) =>
  queryOptions({
    queryKey: [...automationKeys.one(automationId), 'publishing', draftNo],
    queryFn: async ({ signal }) => {
      const params = { automationId };
      const [check, plan] = await Promise.all([
        call(checkAutomation, { params }, signal),
        call(planPublishing, { params }, signal),
      ]);
      return { ...plan, problems: check.problems };
    },
    staleTime: 0,
    gcTime: 0,
  });

export function usePublish(automationId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Body) => call(publishAutomation, { params: { automationId }, body }),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: automationKeys.lists }),
        client.invalidateQueries({ queryKey: automationKeys.figures(automationId) }),
      ]),
  });
}
