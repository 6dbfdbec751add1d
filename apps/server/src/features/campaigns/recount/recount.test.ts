import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startDrain } from '#platform/inbox/drain.ts';
import { casesOf } from '../../../../test/harness/cases.ts';
import { backgroundContext } from '#platform/background-context.ts';
import {
  createDeliveryEventsHarness,
  eventOf,
  type Mailed,
  type DeliveryEventsHarness,
  sesReport,
} from '../delivery-events/test-harness.ts';
import { recountCampaign } from './recount.ts';

let harness: DeliveryEventsHarness;
beforeAll(async () => {
  harness = await createDeliveryEventsHarness();
});
afterAll(() => harness.close());

const minute = 60_000;
const recount = ({ organizationId, campaignId }: Mailed) =>
  recountCampaign(backgroundContext(harness.database, organizationId, 'test'), campaignId);

/** Everything that is kept of a campaign; a roll-up of nothing says as much as none. */
async function kept({ organizationId, campaignId }: Mailed) {
  const [campaign] = await harness.rows('select stats from campaigns where id = $1', campaignId);
  return {
    stats: Object.fromEntries(Object.entries(campaign!['stats'] as object).filter(([, figure]) => figure !== 0)),
    hours: await harness.rows(
      'select metric, hour, sum(total)::int as total from stat_hours where subject_id = $1 group by 1, 2 having sum(total) <> 0 order by 1, 2',
      campaignId,
    ),
    opens: await harness.rows(
      'select unit, at, total::int from metric_totals where organization_id = $1 and metric = 62 and total <> 0 order by 1, 2',
      organizationId,
    ),
    days: await harness.rows(
      'select metric, part, day::text, value, total::int from stat_days where subject_id = $1 and total <> 0 order by 1, 2, 3, 4',
      campaignId,
    ),
    sends: await harness.rows('select * from campaign_sends where campaign_id = $1 order by contact_id', campaignId),
    deliveryEvents: await harness.rows('select * from engagement_events where subject_id = $1 order by id', campaignId),
    lines: await harness.rows(
      `select contact_id, id, type from contact_activity where organization_id = $1 order by 1, 2`,
      organizationId,
    ),
  };
}

const happening = fc.record({
  mail: fc.nat(2),
  kind: fc.constantFrom('open', 'click', 'unsubscribe', 'resubscribe', 'Delivery', 'Bounce', 'Complaint'),
  seconds: fc.oneof(fc.nat(20), fc.nat(3_600)),
  linkNo: fc.integer({ min: 1, max: 4 }),
  userAgent: fc.option(fc.constantFrom('Mozilla/5.0', 'curl/8.5.0'), { nil: undefined }),
  address: fc.constantFrom('203.0.113.7', '198.51.100.4'),
});
type Happening = typeof happening extends fc.Arbitrary<infer One> ? One : never;

function eventsOf(mailed: Mailed, received: readonly Happening[]) {
  const start = Math.floor(Date.now() / 1_000) * 1_000 - 70 * minute;
  return received.map(({ mail, kind, seconds, linkNo, userAgent, address }) => {
    const { sendId } = mailed.sends[mail]!;
    const at = start + seconds * 1_000;
    if (kind === 'Delivery' || kind === 'Bounce' || kind === 'Complaint')
      return eventOf(mailed, 'provider', sesReport({ type: kind, sendId, email: `${sendId}@x.example`, at }), at);
    const link = kind === 'click' ? { linkNo } : {};
    const signals = { sendId, address, ...link, ...(userAgent && { userAgent }) };
    return eventOf(mailed, kind, signals, at);
  });
}

/** What a careless hand, a lost write or a bug could do. None is a fact: those stay as they were told. */
const damages: ((mailed: Mailed) => [text: string, ...values: unknown[]])[] = [
  ({ campaignId }) => [
    `update campaigns set stats = '{"opened": 7, "clicked": 1, "delivered": 2}' where id = $1`,
    campaignId,
  ],
  ({ campaignId }) => [`update campaigns set stats = '{}' where id = $1`, campaignId],
  ({ campaignId }) => ['update stat_days set total = total + 3 where subject_id = $1', campaignId],
  ({ campaignId }) => ['delete from stat_days where subject_id = $1', campaignId],
  ({ campaignId }) => [`delete from stat_days where subject_id = $1 and part = 'link'`, campaignId],
  ({ organizationId, campaignId }) => [
    `insert into stat_days (organization_id, subject_id, metric, part, day, value, total) values ($1, $2, 20, 'all', '2020-01-01', '', 5)`,
    organizationId,
    campaignId,
  ],
  ({ campaignId }) => ['update stat_hours set total = 0 where subject_id = $1', campaignId],
  ({ campaignId }) => ['delete from stat_hours where subject_id = $1', campaignId],
  ({ campaignId }) => [
    'update campaign_sends set opened_at = null, delivered_at = null, unsubscribed_at = null where campaign_id = $1',
    campaignId,
  ],
  ({ campaignId }) => [
    'update campaign_sends set clicked_at = now(), bounced_at = now() where campaign_id = $1',
    campaignId,
  ],
  ({ campaignId }) => [
    'update engagement_events set first_of_day = not first_of_day where subject_id = $1',
    campaignId,
  ],
  ({ campaignId }) => [
    `update engagement_events set label = 'machine', label_reason = 'all-links' where subject_id = $1 and kind in ('opened', 'clicked')`,
    campaignId,
  ],
];

test('whatever happened in whatever order, a recount changes nothing, and after any damage it restores everything (I6)', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(happening, { minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 3 }),
      fc.shuffledSubarray([...damages.keys()], { minLength: 1, maxLength: 3 }),
      async (batches, broken) => {
        const mailed = await harness.mailed(3, { state: 'uncertain' });
        for (const received of batches) {
          await harness.deliver(eventsOf(mailed, received));
          await harness.drain();
        }
        const before = await kept(mailed);

        expect(await recount(mailed)).toEqual([]);
        expect(await kept(mailed)).toEqual(before);

        for (const at of broken) {
          const [text, ...values] = damages[at]!(mailed);
          await harness.owner.query(text, values);
        }
        await recount(mailed);
        expect(await kept(mailed)).toEqual(before);
        expect(await recount(mailed)).toEqual([]);
      },
    ),
    { numRuns: casesOf(50) },
  );
}, 300_000);

describe('a recount', () => {
  test('says what differed', async () => {
    const mailed = await harness.mailed(2);
    const [first, second] = mailed.sends.map(({ sendId }) => sendId);
    await harness.deliver([
      eventOf(mailed, 'open', { sendId: first! }),
      eventOf(mailed, 'click', { sendId: second!, linkNo: 2 }),
    ]);
    await harness.drain();
    await harness.owner.query(
      `update campaigns set stats = '{"opened": 5, "clicked": 1, "progress": {"accepted": 1, "uncertain": 1}}' where id = $1`,
      [mailed.campaignId],
    );
    await harness.owner.query(`delete from stat_days where subject_id = $1 and part = 'link'`, [mailed.campaignId]);
    await harness.owner.query('update campaign_sends set opened_at = null where id = $1', [first]);

    const differences = await recount(mailed);

    expect(differences).toEqual([
      { where: 'campaign_sends', what: 'times', rows: 1, by: 0 },
      { where: 'campaigns.stats', what: 'opened', rows: 1, by: -4 },
      { where: 'campaigns.stats.progress', what: 'accepted', rows: 1, by: 1 },
      { where: 'campaigns.stats.progress', what: 'uncertain', rows: 1, by: -1 },
      { where: 'stat_days', what: 'clicks by link', rows: 1, by: 1 },
      { where: 'stat_days', what: 'uniqueClicks by link', rows: 1, by: 1 },
    ]);
    expect(await harness.stats(mailed)).toEqual({ opened: 1, clicked: 1, progress: { accepted: 2 } });
  });

  test('lets go of a label the rules of today would not give, as long as the signals are kept (K3)', async () => {
    const mailed = await harness.mailed(2);
    const [known, forgotten] = mailed.sends.map(({ sendId }) => sendId);
    await harness.deliver([known, forgotten].map((sendId) => eventOf(mailed, 'click', { sendId: sendId!, linkNo: 1 })));
    await harness.drain();
    await harness.owner.query(
      `update engagement_events set label = 'machine', label_reason = 'all-links', rule_version = 0, first_of_day = false where subject_id = $1`,
      [mailed.campaignId],
    );
    await harness.owner.query(`delete from inbox_events where organization_id = $1 and payload ->> 'sendId' = $2`, [
      mailed.organizationId,
      forgotten,
    ]);

    await recount(mailed);

    const labels = await harness.rows(
      'select send_id, label from engagement_events where subject_id = $1',
      mailed.campaignId,
    );
    expect(new Map(labels.map((row) => [row['send_id'], row['label']]))).toEqual(
      new Map([
        [known, 'human'],
        [forgotten, 'machine'],
      ]),
    );
    expect((await kept(mailed)).stats).toEqual({ clicked: 1, machineClicked: 1 });
  });

  test('of 600 mails, twice at once and while facts come in, counts each once', async () => {
    const mailed = await harness.mailed(600);
    const at = Date.now() - 60 * minute;
    const wave = (kind: 'open' | 'click') =>
      mailed.sends.map(({ sendId }) => eventOf(mailed, kind, { sendId, ...(kind === 'click' && { linkNo: 1 }) }, at));
    await harness.deliver(wave('open'));
    await harness.drain();
    await harness.owner.query('update stat_days set total = total + 1000 where subject_id = $1', [mailed.campaignId]);
    await harness.owner.query('delete from stat_hours where subject_id = $1', [mailed.campaignId]);
    await harness.owner.query('update campaign_sends set opened_at = null where campaign_id = $1', [mailed.campaignId]);
    await harness.deliver(wave('click'));
    const drain = startDrain({ database: harness.database, log: harness.log, handlers: harness.handlers });

    await Promise.all([recount(mailed), recount(mailed)]);
    await drain.stop();
    await harness.drain();

    expect((await kept(mailed)).stats).toEqual({ opened: 600, clicked: 600 });
    expect(await recount(mailed)).toEqual([]);
  }, 60_000);

  test('is refused for what was not sent, is not kept any more, or belongs to others', async () => {
    const [draft, old, own, others] = [
      await harness.mailed(1),
      await harness.mailed(1),
      await harness.mailed(1),
      await harness.mailed(1),
    ];
    await harness.owner.query('update campaigns set campaign_month = null where id = $1', [draft.campaignId]);
    await harness.owner.query(`update campaigns set campaign_month = '2024-01-01' where id = $1`, [old.campaignId]);

    await expect(recount(draft)).rejects.toMatchObject({ code: 'wrong_state' });
    await expect(recount(old)).rejects.toMatchObject({ code: 'wrong_state' });
    await expect(recount({ ...own, campaignId: others.campaignId })).rejects.toMatchObject({ code: 'not_found' });
  });
});
