import { queryOptions, useQueries } from '@tanstack/react-query';
import { type AutomationDocument, stepsOf } from '@waggle/contracts/automation-document';
import { readCampaign } from '@waggle/contracts/campaigns';
import { call } from '#lib/api.ts';
import type { StepEmails } from '../words/use-step-words.ts';

/** Under the key of the campaign, so that a change in its editor is asked for again. */
export const stepEmailQuery = (campaignId: string) =>
  queryOptions({
    queryKey: ['campaigns', 'one', campaignId, 'step'],
    queryFn: ({ signal }) => call(readCampaign, { params: { campaignId } }, signal),
    refetchOnMount: 'always',
  });

/** Subject and sender of the emails that steps send. */
export function useStepEmails({ steps }: AutomationDocument): StepEmails {
  const ids = [...stepsOf(steps)].flatMap((step) =>
    step.kind === 'email' && step.campaignId ? [step.campaignId] : [],
  );
  return useQueries({
    queries: [...new Set(ids)].map(stepEmailQuery),
    combine: (answers) =>
      new Map(
        answers.flatMap(({ data }) =>
          data ? [[data.id, { subject: data.subject, sender: data.senderName }] as const] : [],
        ),
      ),
  });
}
