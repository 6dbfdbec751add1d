import { type Context, inTransaction } from '#platform/context.ts';
import { Problem } from '#platform/problem.ts';
import { dropCohorts } from '../cohorts/cohorts.ts';
import { dropFirstOpens } from '../delivery-events/first-opens.ts';
import { deleteUnsent, hideSent } from '../queries.ts';
import { deleteStepDrafts } from '../steps/step-emails.ts';
import { engineOf, type SequenceEmail, type SequenceEngine } from './engine.ts';
import { findSendings, hideSendings } from './queries.ts';

export const beingSent = () =>
  new Problem('wrong_state', 'This campaign is being sent. Cancel it first, then delete it.');

/** With the drafts of its emails. What was sent stays in the ledgers, and links in it go on working. */
export function deleteSequence(
  parts: { sequences: readonly SequenceEngine[] },
  ctx: Context,
  { id, emails }: { id: string; emails: readonly SequenceEmail[] },
): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    if (!(await deleteUnsent(ctx, id))) {
      if (!(await hideSent(ctx, id))) throw beingSent();
      await engineOf(parts).remove(ctx, id);
      for (const sending of await findSendings(ctx, [id])) {
        await dropCohorts(ctx, sending.id);
        await dropFirstOpens(ctx, sending.id);
      }
      await hideSendings(ctx, id);
    }
    await deleteStepDrafts(
      ctx,
      emails.map(({ campaignId }) => campaignId),
    );
  });
}
