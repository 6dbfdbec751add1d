import { type Context, inTransaction } from '#platform/context.ts';
import { Problem } from '#platform/problem.ts';
import * as queries from './queries.ts';

/**
 * The campaign that sends a content to those of one month and pass, made when the first of them comes. It is complete and without
 * anybody until emails are queued. Two that come at once find the same one.
 */
export function openStepCampaign(ctx: Context, sending: queries.StepSending): Promise<string> {
  return inTransaction(ctx, async (ctx) => {
    const known = await queries.findSending(ctx, sending);
    if (known) return known;
    const made = await queries.insertSending(ctx, sending);
    if (made) {
      await queries.copyFrozen(ctx, made, sending);
      return made;
    }
    const other = await queries.findSending(ctx, sending);
    if (!other) throw new Problem('wrong_state', "This email of the automation wasn't published.");
    return other;
  });
}
