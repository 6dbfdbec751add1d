import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import type { Log } from '../log.ts';
import { createRound, drainRound } from './drain.ts';
import { findOptOuts } from './drain-queries.ts';
import type { DrainHandler } from './handlers.ts';

type Parts = { database: Database; log: Log; handlers: readonly DrainHandler[] };

/** Milliseconds after which opt-outs that still wait are a fault, and between two rounds: workers drain as well, and a round finds them busy. */
const patience = { ms: 120_000, pauseMs: 250 };

/**
 * Understands the opt-outs since a moment once more, because the mail they are about may have become known only now, and
 * waits until none is left. Those that had their effect have no second one.
 */
export async function drainOptOutsAgain(parts: Parts, since: Date): Promise<void> {
  const { database } = parts;
  for (const organizationId of await organizationsWithOptOuts(database, since))
    await sql`update inbox_events set drained_at = null
      where organization_id = ${organizationId}::uuid and kind in ('unsubscribe', 'resubscribe', 'pause', 'topics')
        and received_on >= ${since}::date and happened_at >= ${since} and failure is null and drained_at is not null`.execute(
      database.tenant({ organizationId }),
    );
  const round = createRound(parts);
  for (const until = performance.now() + patience.ms; performance.now() < until;) {
    if ((await findOptOuts(database.sweep)).length === 0) return;
    await drainRound(round);
    await pause(patience.pauseMs);
  }
  throw new Error('Some opt-outs could not be understood. Look into the log of a worker, and try again.');
}

async function organizationsWithOptOuts({ sweep }: Database, since: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct organization_id as id from inbox_events
    where kind in ('unsubscribe', 'resubscribe', 'pause', 'topics') and received_on >= ${since}::date and happened_at >= ${since}`.execute(
    sweep,
  );
  return rows.map(({ id }) => id);
}
