import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sumTotals, metric } from '#features/engagement/index.ts';
import { casesOf } from '../../../../test/harness/cases.ts';
import { backgroundContext } from '#platform/background-context.ts';
import { deleteCampaign } from '../campaigns.ts';
import {
  createDeliveryEventsHarness,
  type DeliveryEventsHarness,
  eventOf,
  type Mailed,
  sesReport,
} from '../delivery-events/test-harness.ts';
import { foldAll } from '../progress/fold.ts';

let harness: DeliveryEventsHarness;
beforeAll(async () => {
  harness = await createDeliveryEventsHarness();
});
afterAll(() => harness.close());

const { sent, delivered, opened, clicked, bounced, estimated } = metric.sentEmail;
const all = [sent, delivered, opened, clicked, bounced, estimated];
const always = { from: 0, to: Date.parse('2100-01-01') };
const fold = () => foldAll(harness.database, new AbortController().signal);
const contextOf = ({ organizationId }: Mailed) => backgroundContext(harness.database, organizationId, 'test');

/** Sent, delivered, opened, clicked, bounced and how many of the delivered are estimated. */
async function totalsIn(mailed: Mailed, from = always.from, to = always.to): Promise<number[]> {
  const sums = await sumTotals(contextOf(mailed), all, [{ from, to }]);
  return all.map((each) => sums[each][0]!);
}

/** The emails of a mailing left at these moments, in the order of their ids. */
async function left(mailed: Mailed, moments: readonly string[]): Promise<void> {
  for (const [at, moment] of moments.entries())
    await harness.owner.query('update campaign_sends set sent_at = $2 where id = $1', [
      mailed.sends[at]!.sendId,
      moment,
    ]);
}

const happening = fc.record({
  mail: fc.nat(3),
  kind: fc.constantFrom('open', 'click', 'Delivery', 'Bounce', 'Complaint'),
  seconds: fc.oneof(fc.nat(20), fc.nat(3_600)),
  linkNo: fc.integer({ min: 1, max: 4 }),
  userAgent: fc.option(fc.constantFrom('Mozilla/5.0', 'curl/8.5.0'), { nil: undefined }),
});
type Happening = typeof happening extends fc.Arbitrary<infer One> ? One : never;

function eventsOf(mailed: Mailed, received: readonly Happening[]) {
  const start = Math.floor(Date.now() / 1_000) * 1_000 - 70 * 60_000;
  return received.map(({ mail, kind, seconds, linkNo, userAgent }) => {
    const { sendId } = mailed.sends[mail]!;
    const at = start + seconds * 1_000;
    if (kind === 'Delivery' || kind === 'Bounce' || kind === 'Complaint')
      return eventOf(mailed, 'provider', sesReport({ type: kind, sendId, email: `${sendId}@x.example`, at }), at);
    return eventOf(mailed, kind, { sendId, ...(kind === 'click' && { linkNo }), ...(userAgent && { userAgent }) }, at);
  });
}

/** The same from the ledger, the slow and obvious way. */
async function counted({ campaignId }: Mailed): Promise<number[]> {
  const sends = await harness.rows(
    `select * from campaign_sends where campaign_id = $1 and state = 'accepted'`,
    campaignId,
  );
  const has = (name: string) => sends.filter((row) => row[name] !== null).length;
  const guessed = has('delivered_at') > 0 ? 0 : sends.length - has('bounced_at');
  const arrived = guessed + has('delivered_at');
  return [sends.length, arrived, has('opened_at'), has('clicked_at'), has('bounced_at'), guessed];
}

test('in whatever order news comes and turns out to be of machines, the totals are those of the ledger', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(happening, { maxLength: 8 }), { minLength: 1, maxLength: 4 }),
      async (batches) => {
        const mailed = await harness.mailed(4);
        const days = ['2026-03-01T04:59:59Z', '2026-03-01T05:00:00Z', '2026-03-31T22:15:00Z', '2026-04-01T00:00:00Z'];
        await left(mailed, days);
        for (const received of batches) {
          const events = eventsOf(mailed, received);
          await harness.deliver([...events, ...events.slice(1)]);
          await harness.drain();
          if (received.length % 2 === 0) await fold();
        }
        await fold();

        expect(await totalsIn(mailed)).toEqual(await counted(mailed));
        const parts = await Promise.all(
          [...days, '2100-01-01'].map((_, at, all) =>
            totalsIn(mailed, at === 0 ? 0 : quarter(all[at - 1]!), at === 4 ? always.to : quarter(all[at]!)),
          ),
        );
        expect(parts.reduce((sum, part) => sum.map((total, at) => total + part[at]!))).toEqual(await totalsIn(mailed));
      },
    ),
    { numRuns: casesOf(40) },
  );
}, 120_000);

const quarter = (moment: string): number => Math.floor(Date.parse(moment) / 900_000) * 900_000;

describe('an email belongs to the quarter of an hour in which a mail server took it', () => {
  test('also where its campaign began in the month before, and whenever it is opened', async () => {
    const mailed = await harness.mailed(2);
    await left(mailed, ['2026-03-31T21:59:59Z', '2026-03-31T22:00:00Z']);
    await harness.deliver([eventOf(mailed, 'open', { sendId: mailed.sends[1]!.sendId })]);
    await harness.drain();
    await fold();

    const midnight = Date.parse('2026-03-31T22:00:00Z');
    expect(await totalsIn(mailed, always.from, midnight)).toEqual([1, 1, 0, 0, 0, 1]);
    expect(await totalsIn(mailed, midnight)).toEqual([1, 1, 1, 0, 0, 1]);
  });

  test('and the first report of a delivery ends the estimate for all of its campaign', async () => {
    const mailed = await harness.mailed(3);
    await left(mailed, ['2026-03-01T10:00:00Z', '2026-03-02T10:00:00Z', '2026-03-03T10:00:00Z']);
    await fold();
    expect(await totalsIn(mailed)).toEqual([3, 3, 0, 0, 0, 3]);

    const { sendId } = mailed.sends[0]!;
    const report = sesReport({ type: 'Delivery', sendId, email: 'p@x.example', at: Date.now() });
    await harness.deliver([eventOf(mailed, 'provider', report)]);
    await harness.drain();
    await fold();

    expect(await totalsIn(mailed)).toEqual([3, 1, 0, 0, 0, 0]);
  });

  test('and leaves the totals with a deleted campaign, but for what comes back after', async () => {
    const mailed = await harness.mailed(2);
    await left(mailed, ['2026-03-01T10:00:00Z', '2026-03-02T10:00:00Z']);
    await fold();
    await harness.deliver([eventOf(mailed, 'open', { sendId: mailed.sends[0]!.sendId })]);
    await harness.drain();
    await harness.owner.query(`update campaigns set status = 'COMPLETED' where id = $1`, [mailed.campaignId]);

    await deleteCampaign(contextOf(mailed), mailed.campaignId);
    await harness.deliver([eventOf(mailed, 'open', { sendId: mailed.sends[1]!.sendId })]);
    await harness.drain();
    await fold();

    expect(await totalsIn(mailed)).toEqual([0, 0, 0, 0, 0, 0]);
  });

  test('but not where it went to one contact', async () => {
    const mailed = await harness.mailed(1);
    await harness.owner.query('update campaigns set contact_id = $2 where id = $1', [
      mailed.campaignId,
      mailed.sends[0]!.contactId,
    ]);
    await left(mailed, ['2026-03-01T10:00:00Z']);
    await fold();

    expect(await totalsIn(mailed)).toEqual([0, 0, 0, 0, 0, 0]);
  });

  test('and stays where the campaign is being sent and cannot be deleted', async () => {
    const mailed = await harness.mailed(1);
    await left(mailed, ['2026-03-01T10:00:00Z']);
    await fold();

    await expect(deleteCampaign(contextOf(mailed), mailed.campaignId)).rejects.toMatchObject({ code: 'wrong_state' });

    expect(await totalsIn(mailed)).toEqual([1, 1, 0, 0, 0, 1]);
  });
});
