import {
  addToRollUps,
  addTotals,
  burstsIn,
  classify,
  type CountryOf,
  deviceOf,
  insertScans,
  localTime,
  saltsOf,
  visitorOf,
} from '#features/engagement/index.ts';
import type { Context } from '#platform/context.ts';
import type { InboxEvent } from '#platform/inbox/event.ts';
import { addToCodes, lockCodes } from './queries.ts';
import { tally, totalsOf } from './tally.ts';

/** Understands scans and adds them to what the screens read. Under the organization's lock; an event acts once. */
export async function recordScans(ctx: Context, events: readonly InboxEvent[], countryOf: CountryOf): Promise<void> {
  const codes = await lockCodes(ctx, [...new Set(events.map(({ subjectId }) => subjectId))]);
  // Of a code deleted meanwhile nothing is kept: its figures went with it.
  const known = events.filter(({ subjectId }) => codes.has(subjectId));
  const timezone = codes.values().next().value?.timezone;
  if (known.length === 0 || timezone === undefined) return;

  const local = new Map(known.map((event) => [event.id, localTime(timezone, event.happenedAt)]));
  const salts = await saltsOf(ctx, new Set([...local.values()].map(({ day }) => day)));
  const bursts = burstsIn(known);
  const scans = known.map((event) => {
    const { day, hourStart } = local.get(event.id)!;
    const salt = salts.get(day);
    return {
      id: event.id,
      happenedAt: event.happenedAt,
      day,
      hourStart,
      clientId: codes.get(event.subjectId)?.client_id ?? null,
      subjectId: event.subjectId,
      ...classify({ signals: event.signals, method: 'GET', asks: 'page', subjects: bursts.get(event.id) ?? 1 }),
      visitor: salt ? visitorOf(salt, ctx.organizationId, event.signals) : null,
      device: deviceOf(event.signals.userAgent),
      country: countryOf(event.signals.address),
    };
  });
  const firsts = await insertScans(ctx, scans);
  const written = scans
    .filter(({ id }) => firsts.has(id))
    .map((scan) => ({ ...scan, firstOfDay: firsts.get(scan.id) ?? false }));
  const { codes: counted, ...rollUps } = tally(written);
  await addToRollUps(ctx, rollUps);
  await addTotals(ctx, totalsOf(written));
  await addToCodes(ctx, counted);
}
