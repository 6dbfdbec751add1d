import { backgroundContext } from '#platform/background-context.ts';
import { holdSequence } from '#features/campaigns/index.ts';
import { type Context, inTransaction } from '#platform/context.ts';
import type { Database } from '#platform/database/database.ts';
import { withStatementTimeout } from '#platform/database/statement-timeout.ts';
import { pause } from '../sequences/sequence-engine.ts';
import { closePlaces } from '../status/queries.ts';
import { shiftAll } from '../status/shift-times.ts';
import * as queries from './queries.ts';

/** Seconds to count the people of an organization. */
const countSeconds = 120;

/** Automations and sequences that would go on if the hold were lifted now, with the people inside. */
export async function listInside(database: Database): Promise<(queries.Inside & { organizationId: string })[]> {
  const listed = [];
  for (const organizationId of await queries.organizationsWithAutomations(database.sweep)) {
    const ctx = backgroundContext(database, organizationId, 'automations.restore');
    for (const inside of await withStatementTimeout(ctx, countSeconds, queries.findInside))
      listed.push({ organizationId, ...inside });
  }
  return listed;
}

/**
 * A journal is missing, so nobody knows who got which email since the backup, and their people would get it again: every automation
 * waits for a person, and sequences with their campaigns. Answers how many.
 */
export async function holdAutomations(database: Database): Promise<number> {
  let held = 0;
  for (const organizationId of await queries.organizationsWithAutomations(database.sweep))
    held += await inTransaction(backgroundContext(database, organizationId, 'automations.restore'), async (ctx) => {
      const resumed = await queries.findResuming(ctx);
      for (const id of resumed) {
        await shiftAll(ctx, id);
        await queries.holdResumed(ctx, id);
      }
      const closed = await queries.pauseClosing(ctx);
      for (const id of closed) await closePlaces(ctx, id);
      return resumed.length + closed.length + (await queries.holdLive(ctx)) + (await holdSequences(ctx));
    });
  return held;
}

async function holdSequences(ctx: Context): Promise<number> {
  let held = 0;
  for (const id of await queries.findLiveSequences(ctx)) {
    if (!(await holdSequence(ctx, id))) continue;
    await pause(ctx, id);
    held += 1;
  }
  return held;
}
