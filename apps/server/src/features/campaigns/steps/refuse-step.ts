import { Problem } from '#platform/problem.ts';
import type { CampaignSummaryRow } from '../queries.ts';

/** What calls of campaigns cannot do to the email of an automation, and what to do instead. */
const instead = {
  send: 'This email belongs to an automation. Publish the automation to send it.',
  schedule: 'This email belongs to an automation, which decides when to send it. Add a wait there.',
  pause: 'This email belongs to an automation. Pause the automation instead.',
  duplicate: 'This email belongs to an automation. Duplicate its step there.',
  delete: 'This email belongs to an automation. Remove its step there.',
} as const;

/** The same for the email of a sequence. */
const inSequence = {
  send: 'This email belongs to a sequence. Start the sequence to send it.',
  schedule: 'This email belongs to a sequence, which decides when to send it. Change the wait there.',
  pause: 'This email belongs to a sequence. Pause the sequence instead.',
  duplicate: 'This email belongs to a sequence. Duplicate the sequence instead.',
  delete: 'This email belongs to a sequence. Remove it there.',
} as const;

export function refuseStep(
  { automation_id: automationId, sequence_id: sequenceId }: Pick<CampaignSummaryRow, 'automation_id' | 'sequence_id'>,
  deed: keyof typeof instead,
): void {
  if (automationId !== null) throw new Problem('wrong_state', (sequenceId === null ? instead : inSequence)[deed]);
}
