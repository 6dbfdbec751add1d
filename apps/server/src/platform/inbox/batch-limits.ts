import { turnEvents } from './drain-turn.ts';

/** Opt-outs overtake the rest in batches of their own, which take other time. */
type Lane = 'all' | 'optOuts';
type Late = { tries: number; retryAt: number; othersWent: boolean };

/** Milliseconds until an event that ran over the time limit alone is tried again, for each try so far: at most five minutes. */
const retryMs = 30_000;
/** Tries of such an event, over more than twenty minutes, before it is set aside. */
const mostTries = 10;
/** Such events of one organization that are passed over. So many mean that the database is slow for all, and they wait. */
const mostLate = 1_000;

export type BatchLimits = ReturnType<typeof createBatchLimits>;

/**
 * How many events of an organization one batch takes. The same events would run over the time limit of a statement for ever;
 * half of them may not. One that does so alone is passed over, so that the rest goes on, and is tried again later.
 */
export function createBatchLimits(now: () => number = () => performance.now()) {
  const sizes = new Map<string, number>();
  const late = new Map<string, Map<string, Late>>();
  const sizeOf = (organizationId: string, lane: Lane) => sizes.get(`${organizationId} ${lane}`) ?? turnEvents;
  const lateOf = (organizationId: string): ReadonlyMap<string, Late> => late.get(organizationId) ?? new Map();

  function resize(organizationId: string, lane: Lane, size: number): void {
    if (size < turnEvents) sizes.set(`${organizationId} ${lane}`, size);
    else sizes.delete(`${organizationId} ${lane}`);
  }

  return {
    of: (organizationId: string, lane: Lane) => ({
      limit: sizeOf(organizationId, lane),
      skip: [...lateOf(organizationId).keys()],
    }),
    /** A full batch that went says that more may. */
    went(organizationId: string, lane: Lane, events: number): void {
      if (events === 0) return;
      for (const event of lateOf(organizationId).values()) event.othersWent = true;
      const size = sizeOf(organizationId, lane);
      if (events >= size) resize(organizationId, lane, size * 2);
    },
    /** A batch ran over the time limit. True when it was one event that has done so too often while others went. */
    tookTooLong(organizationId: string, lane: Lane, ids: readonly string[]): boolean {
      const [id] = ids;
      if (ids.length > 1 || id === undefined) {
        resize(organizationId, lane, Math.min(sizeOf(organizationId, lane), Math.ceil(ids.length / 2)));
        return false;
      }
      const events = late.get(organizationId) ?? new Map<string, Late>();
      const { tries = 0, othersWent = false } = events.get(id) ?? {};
      if (tries === 0 && events.size >= mostLate) return false;
      events.set(id, { tries: tries + 1, retryAt: now() + retryMs * Math.min(tries + 1, mostTries), othersWent });
      late.set(organizationId, events);
      return othersWent && tries + 1 >= mostTries;
    },
    /** One that was passed over and whose time has come. */
    dueAgain(organizationId: string): string | undefined {
      const at = now();
      return [...lateOf(organizationId)].find(([, { retryAt }]) => retryAt <= at)?.[0];
    },
    /** Also where somebody else held the inbox, or has drained it. */
    postpone(organizationId: string, id: string): void {
      const event = lateOf(organizationId).get(id);
      if (event) event.retryAt = Math.max(event.retryAt, now() + retryMs);
    },
    forget(organizationId: string, id: string): void {
      const events = late.get(organizationId);
      events?.delete(id);
      if (events?.size === 0) late.delete(organizationId);
    },
  };
}
