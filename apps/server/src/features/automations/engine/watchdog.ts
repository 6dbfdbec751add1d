import { metrics } from '@opentelemetry/api';
import type { Context } from '#platform/context.ts';
import type { Database } from '#platform/database/database.ts';
import { eachApart } from '#platform/each-apart.ts';
import type { Log } from '#platform/log.ts';
import { type Repeated, repeatEvery } from '#platform/repeat-every.ts';
import { findLatePlaces, organizationsWithPlaces, overdueSeconds } from './places.sql.ts';
import { recomputePlaces } from './recompute-places.ts';

type Parts = { database: Database; log: Log };

/**
 * Looks for places where somebody goes on before the time that is noted: nobody would look there in time. The locks leave none; one that
 * is found is repaired, counted and reported.
 */
export function watchPlaces({ database, log }: Parts, everyMs: number): Repeated {
  const repaired = observe(database);
  return repeatEvery(
    everyMs,
    log,
    async (signal) => {
      await eachApart(await organizationsWithPlaces(database.sweep), signal, async (organizationId) => {
        const count = await repairPlaces(watchContext(database, organizationId));
        repaired.add(count);
        if (count > 0)
          log.error({ organizationId, places: count }, 'people of automations would not have been looked at in time');
      });
    },
    { mayRest: true, pauseFirst: true },
  );
}

const watchContext = (database: Database, organizationId: string): Context => ({
  db: database.tenant({ organizationId }),
  organizationId,
  actor: { kind: 'job', name: 'automations.watch-places' },
  now: () => new Date(),
});

/** Answers how many had to be. */
export async function repairPlaces(ctx: Context): Promise<number> {
  const late = await findLatePlaces(ctx);
  if (late.length > 0) await recomputePlaces(ctx, late);
  return late.length;
}

/** Made at start and not at import: instruments made before the exporter stay silent for ever. */
function observe(database: Database) {
  const meter = metrics.getMeter('waggle');
  meter
    .createObservableGauge('journeys_overdue_seconds', {
      description: 'How long the step of an automation that is due the longest has waited.',
    })
    .addCallback(async (result) => result.observe(await overdueSeconds(database.sweep)));
  const repaired = meter.createCounter('journeys_repaired', {
    description: 'Places of automations whose people would not have been looked at in time. Must stay 0.',
  });
  repaired.add(0);
  return repaired;
}
