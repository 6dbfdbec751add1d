import { type Context, inTransaction } from '#platform/context.ts';
import { goOn } from './status.ts';
import { holdResuming, keepResuming, shiftNext } from './queries.ts';

/** People whose times are moved in one transaction. */
const atOnce = 5_000;

/** All that is left of it at once, in the caller's transaction. */
export async function shiftAll(ctx: Context, automationId: string): Promise<void> {
  for (let resuming = await holdResuming(ctx, automationId); resuming;) {
    const last = await shiftNext(ctx, automationId, resuming, atOnce);
    resuming = last === null ? undefined : { ...resuming, after: last };
  }
  await keepResuming(ctx, automationId, null);
}

/** How far it came stands in the row of the automation, written with what was moved: whoever repeats this moves nobody twice. */
export async function shiftEverybody(ctx: Context, automationId: string, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const more = await inTransaction(ctx, async (ctx) => {
      const resuming = await holdResuming(ctx, automationId);
      if (!resuming) return false;
      const last = await shiftNext(ctx, automationId, resuming, atOnce);
      if (last !== null) {
        await keepResuming(ctx, automationId, { ...resuming, after: last });
        return true;
      }
      await keepResuming(ctx, automationId, null);
      await goOn(ctx, automationId, resuming.to);
      return false;
    });
    if (!more) return;
  }
}
