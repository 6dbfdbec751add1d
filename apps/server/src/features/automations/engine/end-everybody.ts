import { type Context, inTransaction } from '#platform/context.ts';
import { endAll } from './leave.ts';
import { lockSomeInside } from './wake.sql.ts';

/** People who leave in one statement. */
const atOnce = 5_000;

/** Everybody inside leaves. In the caller's transaction, who keeps others from getting in meanwhile. */
export async function endEverybody(ctx: Context, automationId: string): Promise<number> {
  let ended = 0;
  for (;;) {
    const left = await inTransaction(ctx, async (ctx) =>
      endAll(ctx, await lockSomeInside(ctx, automationId, atOnce), 'ended'),
    );
    ended += left;
    if (left < atOnce) return ended;
  }
}
