import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { funnelOf } from '../../src/features/analytics/funnel.ts';
import { addDays, daysBetween } from '../../src/features/engagement/calendar.ts';
import { createInboxHarness, type InboxHarness } from '../harness/inbox-harness.ts';
import { type Bought, type Buyers, randomBuyers, type Touch } from './random-buyers.ts';

let harness: InboxHarness;
beforeAll(async () => {
  harness = await createInboxHarness();
});
afterAll(() => harness.close());

const weekMs = 7 * 86_400_000;
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const byTime = (a: Touch, b: Touch) => a.at - b.at || a.id.localeCompare(b.id);

/** What led to a purchase, oldest first. */
const touchesOf = ({ touches }: Buyers, { contactId, at }: Bought): Touch[] =>
  touches
    .filter((touch) => touch.contactId === contactId && touch.at <= at && touch.at >= at - weekMs)
    .toSorted(byTime);

/** The last click, else the last scan, else the last form. */
const lastOf = (found: readonly Touch[]): Touch | undefined =>
  (['click', 'scan', 'form'] as const)
    .map((kind) => found.findLast((touch) => touch.kind === kind))
    .find((touch) => touch !== undefined);

function expectedSources(made: Buyers, bought: readonly Bought[]) {
  const known = new Map<string, { last: number; first: number }>();
  for (const purchase of bought) {
    const found = touchesOf(made, purchase);
    if (found.length === 0 || purchase.amount === 0) continue;
    for (const { subjectId } of [lastOf(found)!, found[0]!])
      known.set(subjectId, known.get(subjectId) ?? { last: 0, first: 0 });
    known.get(lastOf(found)!.subjectId)!.last += purchase.amount;
    known.get(found[0]!.subjectId)!.first += purchase.amount;
  }
  return known;
}

/** People who scanned in the period, clicked after it, and bought after that. */
function expectedSteps(made: Buyers, isShown: (touch: Touch) => boolean) {
  const scanned = Map.groupBy(
    made.touches.filter((touch) => touch.kind === 'scan' && isShown(touch)),
    (touch) => touch.contactId,
  );
  const clicked = [...scanned].flatMap(([contactId, scans]) => {
    const from = Math.min(...scans.map(({ at }) => at));
    const after = made.touches.filter(
      (touch) => touch.contactId === contactId && touch.kind === 'click' && touch.at >= from,
    );
    return after.length > 0 ? [{ contactId, at: Math.min(...after.map(({ at }) => at)) }] : [];
  });
  const paid = clicked.map(({ contactId, at }) =>
    made.purchases.filter((one) => one.contactId === contactId && one.at >= at && one.amount > 0),
  );
  return {
    clicked: clicked.length,
    purchased: paid.filter((list) => list.length > 0).length,
    amount: sum(paid.flat().map(({ amount }) => amount)),
  };
}

/** Throws where a figure differs. */
async function expectRevenue(made: Buyers, clientId: string | null, period: '7d' | '30d', where: string) {
  const now = Date.now();
  const actor = { kind: 'job' as const, name: 'test', clientLimit: clientId };
  const { steps, revenue, sources, others, none } = await funnelOf(
    { ...made.ctx, actor, now: () => new Date(now) },
    { period },
  );
  const calendar = new Intl.DateTimeFormat('en-CA', { timeZone: made.timezone });
  const dayOf = (at: number) => calendar.format(at);
  const from = addDays(dayOf(now), period === '7d' ? -6 : -29);
  const isOwn = (of: string | null) => clientId === null || of === clientId;
  const bought = made.purchases.filter((one) => isOwn(one.clientId) && dayOf(one.at) >= from);
  const scanned = bought.filter((one) => touchesOf(made, one).some(({ kind }) => kind === 'scan'));

  expect([revenue.all, revenue.scanned], where).toEqual(
    [bought, scanned].map((list) => sum(list.map(({ amount }) => amount))),
  );
  expect(revenue.days, where).toEqual(
    daysBetween(from, dayOf(now)).map((on) => ({
      on,
      amount: sum(scanned.filter(({ at }) => dayOf(at) === on).map(({ amount }) => amount)),
    })),
  );
  // Those between the first and the last touch have a part of the other models alone, and none has nothing.
  const led = sources.filter(({ last, first }) => last + first > 0);
  expect(Object.fromEntries(led.map(({ id, last, first }) => [id, { last, first }])), where).toEqual(
    Object.fromEntries(expectedSources(made, bought)),
  );
  expect(
    sources.filter(({ last, first, linear, position }) => last + first + linear + position === 0),
    where,
  ).toEqual([]);
  for (const model of ['last', 'first', 'linear', 'position'] as const)
    expect(sum([...sources, others, none].map((source) => source[model])), `${model}, ${where}`).toBe(revenue.all);
  expect(steps, where).toMatchObject(
    expectedSteps(made, ({ contactId, at }) => isOwn(made.clientOf.get(contactId)!) && dayOf(at) >= from),
  );
}

test('revenue, its sources and the steps of the funnel are those of the purchases and touches of random people', async () => {
  const first = randomInt(2 ** 30);
  let purchases = 0;
  for (let seed = first; seed < first + 40; seed += 1) {
    const made = await randomBuyers(harness, seed);
    purchases += made.purchases.length;
    for (const clientId of [null, made.clients[0]!])
      for (const period of ['7d', '30d'] as const)
        await expectRevenue(made, clientId, period, `seed ${seed}, ${clientId ?? 'all clients'}, ${period}`);
  }
  expect(purchases).toBeGreaterThan(40);
}, 120_000);
