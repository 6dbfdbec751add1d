import { backgroundContext } from '#platform/background-context.ts';
import { type Counter, metrics } from '@opentelemetry/api';
import type { Database } from '#platform/database/database.ts';
import type { Heartbeats } from '#platform/heartbeats.ts';
import type { Log } from '#platform/log.ts';
import { type Repeated, repeatEvery } from '#platform/repeat-every.ts';
import { DuePlaces, type Group } from './due-places.ts';
import { findDuePlaces, findSomeOfEach } from './places.sql.ts';
import type { Engine } from './ports.ts';
import { servePlaces } from './serve-places.ts';
import { watchPlaces } from './watchdog.ts';

/** Milliseconds between two looks for people who are due. */
const tickMs = 250;
/** Turns at the same time; several workers are kept apart by the locks of the rows. */
const lanes = 2;
/** Places that a look reads, and of each organization where that is not enough. */
const mostDue = 2_000;
const mostOfEach = 40;
/** Seconds of one turn after which the loop is stuck. */
const stuckSeconds = 120;
const watchMs = 60_000;

export type LoopParts = { database: Database; log: Log; engine: Engine; heartbeats?: Heartbeats | undefined };

/** Moves people on for as long as the process runs. Many processes may do this at once. */
export function startJourneys({ database, log, engine, heartbeats }: LoopParts): Repeated {
  const due = new DuePlaces();
  const stopping = new AbortController();
  /** When each turn under way began. */
  const running = new Map<Promise<void>, number>();
  const movedOn = countMoved();
  const beat = heartbeats?.loop('journeys', stuckSeconds);

  async function serve(group: Group): Promise<void> {
    try {
      const { moved, full } = await servePlaces(
        { engine, log },
        backgroundContext(database, group.organizationId, 'automations.journeys'),
        group.places,
      );
      movedOn.add(moved);
      due.done(group, full);
    } catch (error) {
      log.warn({ err: error, organizationId: group.organizationId }, 'automations could not go on and are tried again');
      due.failed(group);
    }
  }
  /** Starts turns in the lanes that are free; each starts the next when it is over. */
  function fill(): void {
    while (running.size < lanes && !stopping.signal.aborted) {
      const group = due.next();
      if (!group) return;
      const turn: Promise<void> = serve(group).then(() => {
        running.delete(turn);
        fill();
      });
      running.set(turn, performance.now());
    }
  }
  const isStuck = () => [...running.values()].some((begun) => performance.now() - begun > stuckSeconds * 1_000);

  const looking = repeatEvery(tickMs, log, async () => {
    due.refresh(await findDue(database));
    fill();
    if (!isStuck()) beat?.();
  });
  const watching = watchPlaces({ database, log }, watchMs);
  return {
    async stop() {
      stopping.abort();
      await Promise.all([looking.stop(), watching.stop()]);
      while (running.size > 0) await Promise.all(running.keys());
    },
  };
}

/** Made at start and not at import: instruments made before the exporter stay silent for ever. */
function countMoved(): Counter {
  const moved = metrics.getMeter('waggle').createCounter('journeys_moved', {
    description: 'People of automations who were moved on to their next wait or to the end.',
  });
  moved.add(0);
  return moved;
}

async function findDue({ sweep }: Database) {
  const found = await findDuePlaces(sweep, mostDue);
  return found.length < mostDue ? found : findSomeOfEach(sweep, mostOfEach, mostDue);
}
