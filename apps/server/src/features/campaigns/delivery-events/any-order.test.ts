import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createUuidV7 } from '#platform/uuid-v7.ts';
import type { InboxEvent } from '#platform/inbox/event.ts';
import { casesOf } from '../../../../test/harness/cases.ts';
import { type DeliveryEvent, hardBounce, reported } from './delivery-event.ts';
import { timelineOf } from './email-timeline.ts';
import {
  createDeliveryEventsHarness,
  eventOf,
  type Mailed,
  type DeliveryEventsHarness,
  sesReport,
} from './test-harness.ts';

const permutations = casesOf(2_000);
const mostRepeats = 46;
let harness: DeliveryEventsHarness;
beforeAll(async () => {
  harness = await createDeliveryEventsHarness();
});
afterAll(() => harness.close());

/** The same things happen to every mail, at the same times. */
function happenings(mailed: Mailed, { sendId, email }: { sendId: string; email: string }, start: number): InboxEvent[] {
  const ses = (type: 'Delivery' | 'Bounce' | 'Complaint' | 'DeliveryDelay', late: number) =>
    eventOf(mailed, 'provider', sesReport({ type, sendId, email, at: start + late }), start + late);
  return [
    ses('DeliveryDelay', 1_000),
    ses('Delivery', 2_000),
    eventOf(mailed, 'open', { sendId }, start + 60_000),
    // By a proxy, within the seconds of the gateway below.
    eventOf(mailed, 'open', { sendId, userAgent: 'Mozilla/5.0' }, start + 3_000),
    eventOf(mailed, 'click', { sendId, linkNo: 2 }, start + 90_000),
    eventOf(mailed, 'click', { sendId, linkNo: 1 }, start + 120_000),
    // A gateway that gives itself away.
    eventOf(mailed, 'click', { sendId, linkNo: 1, address: '198.51.100.4' }, start + 4_000),
    eventOf(mailed, 'click', { sendId, linkNo: 4, address: '198.51.100.4' }, start + 5_000),
    eventOf(mailed, 'unsubscribe', { sendId }, start + 130_000),
    eventOf(mailed, 'resubscribe', { sendId }, start + 140_000),
    eventOf(mailed, 'unsubscribe', { sendId }, start + 150_000),
    ses('Bounce', 160_000),
    ses('Complaint', 170_000),
  ];
}

/** One more telling of the same: a provider's has another id each time, the edge's own the same. */
const again = (event: InboxEvent): InboxEvent => (event.kind === 'provider' ? { ...event, id: nextId() } : event);
const nextId = createUuidV7();

test(`whatever order and however often it is told, a mail has one story (F24): ${permutations} permutations`, async () => {
  const mailed = await harness.mailed(permutations, { state: 'uncertain' });
  const emails = new Map(
    (await harness.rows('select id, email from contacts where organization_id = $1', mailed.organizationId)).map(
      ({ id, email }) => [id, email as string],
    ),
  );
  const start = Math.floor(Date.now() / 1_000) * 1_000 - 3_600_000;
  const orders = fc.sample(
    fc.record({
      order: fc.shuffledSubarray([...Array(13).keys()], { minLength: 13 }),
      repeats: fc.array(fc.nat(12), { maxLength: 3 }),
      many: fc.option(fc.nat(12), { freq: 40 }),
    }),
    { numRuns: permutations, seed: 24 },
  );
  const received = mailed.sends.map(({ sendId, contactId }, at) => {
    const events = happenings(mailed, { sendId, email: emails.get(contactId)! }, start);
    const { order, repeats, many } = orders[at]!;
    const extra = many === null ? [] : Array.from({ length: mostRepeats - 1 }, () => again(events[many]!));
    return [...order.map((index) => events[index]!), ...repeats.map((index) => again(events[index]!)), ...extra];
  });

  const longest = Math.max(...received.map(({ length }) => length));
  for (let turn = 0; turn < longest; turn += 1) {
    await harness.deliver(received.flatMap((events) => events[turn] ?? []));
    await harness.drain();
  }

  const time = (late: number) => new Date(start + late).getTime();
  const sends = await harness.rows('select * from campaign_sends where campaign_id = $1', mailed.campaignId);
  const distinct = (rows: readonly unknown[]) =>
    [...new Set(rows.map((row) => JSON.stringify(row)))].map((text) => JSON.parse(text) as unknown);
  expect(
    distinct(
      sends.map((row) => [
        row['state'],
        ...['delivered_at', 'opened_at', 'clicked_at', 'bounced_at', 'complained_at', 'unsubscribed_at'].map(
          (name) => row[name]?.getTime() ?? null,
        ),
      ]),
    ),
  ).toEqual([['accepted', time(2_000), time(60_000), time(90_000), time(160_000), time(170_000), time(150_000)]]);
  expect(
    distinct(await harness.rows('select status from contacts where organization_id = $1', mailed.organizationId)),
  ).toEqual([{ status: 'complained' }]);
  expect(
    distinct(
      await harness.rows(
        'select reason, lifted_at from suppressions where organization_id = $1',
        mailed.organizationId,
      ),
    ),
  ).toEqual([{ reason: 'complained', lifted_at: null }]);
  const perMail = await harness.rows(
    `select distinct events from (select send_id, jsonb_agg(jsonb_build_array(kind, label, label_reason, first_of_day, link_no, happened_at) order by happened_at, id) as events
     from engagement_events where organization_id = $1 group by send_id) mails`,
    mailed.organizationId,
  );
  expect(perMail).toHaveLength(1);
  expect(perMail[0]!['events']).toHaveLength(13);
  const lines = await harness.rows(
    `select distinct lines from (select contact_id, jsonb_agg(jsonb_build_array(type, happened_at, data) order by happened_at) as lines
     from contact_activity where organization_id = $1 and type like 'email.%' group by contact_id) people`,
    mailed.organizationId,
  );
  expect(lines).toHaveLength(1);
  expect(await harness.stats(mailed)).toEqual({
    delivered: permutations,
    opened: permutations,
    clicked: permutations,
    bounced: permutations,
    complained: permutations,
    unsubscribed: permutations,
    machineOpened: 0,
    machineClicked: 0,
  });
  const figures = await harness.rows(
    `select metric, sum(total)::int as total from stat_days where subject_id = $1 and part = 'all' group by 1 order by 1`,
    mailed.campaignId,
  );
  const hours = await harness.rows(
    `select metric, sum(total)::int as total from stat_hours where subject_id = $1 group by 1 order by 1`,
    mailed.campaignId,
  );
  expect(figures.filter(({ total }) => total > 0).map(({ metric, total }) => [metric, total / permutations])).toEqual([
    [20, 1],
    [21, 1],
    [22, 1],
    [24, 2],
    [25, 2],
    [26, 2],
    [28, 1],
    [29, 1],
    [30, 1],
    [31, 1],
  ]);
  expect(hours).toEqual(figures);
  const opened = await harness.rows(
    `select unit, sum(total)::int as total from metric_totals where organization_id = $1 and metric = 62 group by 1 order by 1`,
    mailed.organizationId,
  );
  expect(opened).toEqual([
    { unit: 'day', total: permutations },
    { unit: 'quarter', total: permutations },
  ]);
}, 300_000);

test('the story of a mail does not depend on the order its facts are read in', () => {
  const deliveryEvent = fc.record({
    id: fc.uuid(),
    kind: fc.constantFrom<DeliveryEvent['kind']>(
      'opened',
      'clicked',
      'delivered',
      'bounced',
      'complained',
      'unsubscribed',
      'resubscribed',
    ),
    happenedAt: fc.integer({ min: 0, max: 60_000 }),
    linkNo: fc.constantFrom(1, 2, 3),
    label: fc.constantFrom<DeliveryEvent['label']>('human', 'machine', 'unsure'),
    visitor: fc.option(fc.constantFrom(Buffer.from('a'), Buffer.from('b'))),
  });
  const links = { regular: 2, traps: new Set([3]) };
  const sendId = randomUUID();

  fc.assert(
    fc.property(fc.uniqueArray(deliveryEvent, { selector: ({ id }) => id, maxLength: 12 }), fc.nat(), (some, cut) => {
      const deliveryEvents = some.map((each): DeliveryEvent => ({
        ...reported,
        sendId,
        reason: each.kind === 'bounced' ? hardBounce : 'x',
        ...each,
      }));
      const whole = timelineOf(deliveryEvents, links);
      const at = cut % (deliveryEvents.length + 1);
      // In two parts, the second read together with what was made of the first.
      const inParts = timelineOf(
        [...timelineOf(deliveryEvents.slice(at), links).deliveryEvents, ...deliveryEvents.slice(0, at)],
        links,
      );

      expect(inParts).toEqual(whole);
      expect(timelineOf(whole.deliveryEvents, links)).toEqual(whole);
    }),
    { numRuns: 2_000 },
  );
});
