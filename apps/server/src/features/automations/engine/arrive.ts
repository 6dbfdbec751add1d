import type { Context } from '#platform/context.ts';
import { inOrder, keyOf } from './place.ts';
import { type Arrival, bringForward, findPlaces, type KnownPlace, sharePlaces } from './places.sql.ts';

/**
 * Holds the places where people arrive, and brings forward when they are looked at. Called before the people are written, in the same
 * transaction: whoever recomputes a place waits for it, so that nobody who arrives is overlooked. Places that need no change are
 * shared, and many may arrive there at once.
 */
export async function arrive(ctx: Context, arrivals: readonly Arrival[]): Promise<void> {
  const wanted = earliest(arrivals);
  if (wanted.length === 0) return;
  const known = byKey(await findPlaces(ctx, wanted));
  const early = wanted.filter((arrival) => isBefore(arrival, known.get(keyOf(arrival))));
  const shared = wanted.filter((arrival) => !early.includes(arrival));
  const held = shared.length > 0 ? byKey(await sharePlaces(ctx, shared)) : new Map<string, KnownPlace>();
  // Reckoned anew between the look and the lock.
  const late = shared.filter((arrival) => isBefore(arrival, held.get(keyOf(arrival))));
  const forward = inOrder([...early, ...late]);
  if (forward.length > 0) await bringForward(ctx, forward);
}

const byKey = (places: readonly KnownPlace[]) => new Map(places.map((place) => [keyOf(place), place]));
const isBefore = ({ wakeAt }: Arrival, place: KnownPlace | undefined): boolean =>
  place === undefined || wakeAt < Number(place.nextAt);

/** One for each place, with the first time. */
function earliest(arrivals: readonly Arrival[]): Arrival[] {
  const found = new Map<string, Arrival>();
  for (const arrival of arrivals) {
    const other = found.get(keyOf(arrival));
    if (!other || arrival.wakeAt < other.wakeAt) found.set(keyOf(arrival), arrival);
  }
  return inOrder(found.values());
}
