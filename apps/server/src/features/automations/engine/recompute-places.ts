import { type Context, inTransaction } from '#platform/context.ts';
import type { Place } from './place.ts';
import { lockPlaces, writeNextTimes } from './places.sql.ts';
import { byKeysOnly } from './queries.ts';

/**
 * Notes when the first person at each place goes on. In a transaction of its own, and in two statements: the lock waits for everybody
 * who is arriving, and only a statement after it sees them.
 */
export const recomputePlaces = (ctx: Context, places: readonly Place[]): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    await byKeysOnly(ctx);
    await lockPlaces(ctx, places);
    await writeNextTimes(ctx, places);
  });
