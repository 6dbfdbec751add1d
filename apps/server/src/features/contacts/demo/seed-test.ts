import { activeClient } from '#platform/active-client.ts';
import { type Context, inTransaction } from '#platform/context.ts';
import { contactLimit } from '../plan.ts';
import { holdContacts } from '../queries.ts';
import { madeUp } from './people.ts';
import { insertMadeUp } from './queries.ts';

/** As many as the plan takes; each call adds others than the one before. */
export function seedTestContacts(ctx: Context, count: number): Promise<number> {
  return inTransaction(ctx, async (ctx) => {
    const counted = await holdContacts(ctx);
    const room = Math.max(0, ((await contactLimit(ctx)) ?? Number.POSITIVE_INFINITY) - counted);
    // Addresses carry their place, so that those of the seconds before and after differ.
    const from = 1_000 + (Math.floor(ctx.now().getTime() / 1_000) % 1_000_000) * 1_000;
    const people = Array.from({ length: Math.min(count, room) }, (_, at) => ({
      ...madeUp(from + at),
      status: 'active',
      source: 'manual',
      clientId: activeClient(ctx),
      daysAgo: 0,
    }));
    return people.length === 0 ? 0 : (await insertMadeUp(ctx, people)).length;
  });
}
