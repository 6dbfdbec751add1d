import type { Context } from '#platform/context.ts';
import { isTimeLimit, isTransientError } from '#platform/database/transient-error.ts';
import type { Log } from '#platform/log.ts';
import { keyOf, type Place } from './place.ts';
import type { Engine } from './ports.ts';
import { type ClaimedRun, noteFailures } from './queries.ts';
import { recomputePlaces } from './recompute-places.ts';
import { type Chosen, mostEach, takeTurn } from './turn.ts';

/** Characters of a reason that are kept. */
const longestReason = 300;

/** Milliseconds after which a batch that takes too long is not halved any further: it rests, and others get their turn. */
const mostHalvingMs = 60_000;

type Parts = { engine: Engine; log: Log };
/** `until`: by the clock of the process. */
type Serving = Parts & { until: number };
export type Served = {
  moved: number;
  /** Keys of places where more people are due. */
  full: Set<string>;
};

/**
 * One turn for people at some places of an organization, and the time of the next one for places where nobody is due any more. A batch
 * that fails is halved until the one person is found with whom it fails; everybody else goes on.
 */
export async function servePlaces(parts: Parts, ctx: Context, places: readonly Place[]): Promise<Served> {
  const runs = await serve({ ...parts, until: performance.now() + mostHalvingMs }, ctx, { places });
  if (runs.length > 0) parts.engine.atStage?.('committed');
  const counts = new Map<string, number>();
  for (const run of runs) counts.set(keyOf(run), (counts.get(keyOf(run)) ?? 0) + 1);
  const isFull = (place: Place): boolean => (counts.get(keyOf(place)) ?? 0) >= mostEach(places);
  const done = places.filter((place) => !isFull(place));
  if (done.length > 0) await recomputePlaces(ctx, done);
  return { moved: runs.length, full: new Set(places.filter(isFull).map(keyOf)) };
}

async function serve(parts: Serving, ctx: Context, chosen: Chosen): Promise<readonly ClaimedRun[]> {
  let claimed: readonly ClaimedRun[] = [];
  try {
    return await takeTurn(parts.engine, ctx, chosen, (runs) => (claimed = runs));
  } catch (error) {
    // The database is away: that is nobody's fault, and all of it is tried again.
    if (claimed.length === 0 || (isTransientError(error) && !isTimeLimit(error))) throw error;
    if (claimed.length > 1 && isTimeLimit(error) && performance.now() > parts.until) throw error;
    await isolate(parts, ctx, claimed, error);
    return claimed;
  }
}

async function isolate(parts: Serving, ctx: Context, claimed: readonly ClaimedRun[], error: unknown): Promise<void> {
  const [run] = claimed;
  if (!run) return;
  if (claimed.length === 1) {
    const { automationId, step } = run;
    parts.log.warn(
      { err: error, organizationId: ctx.organizationId, automationId, runId: run.id, step },
      'a step failed',
    );
    const reason = error instanceof Error ? error.message : String(error);
    await noteFailures(ctx, [run.id], reason.slice(0, longestReason));
    return;
  }
  const half = Math.ceil(claimed.length / 2);
  for (const part of [claimed.slice(0, half), claimed.slice(half)])
    await serve(parts, ctx, { runIds: part.map(({ id }) => id) });
}
