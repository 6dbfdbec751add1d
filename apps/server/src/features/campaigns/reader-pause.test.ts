import { Recipients } from '@waggle/contracts/campaigns';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type FakeSmtp, startFakeSmtp } from '../../../test/sending/fake-smtp.ts';
import { createSendingHarness, type Sending, type SendingHarness } from '../../../test/sending/sending-harness.ts';
import { countAudience } from './audience/audience.ts';
import { backgroundContext } from '#platform/background-context.ts';

let harness: SendingHarness;
let fakeSmtp: FakeSmtp | undefined;
let sending: Sending | undefined;
beforeAll(async () => {
  harness = await createSendingHarness();
});
afterEach(async () => {
  await sending?.stop();
  await fakeSmtp?.close();
});
afterAll(() => harness.close());

const pauseUntil = (organizationId: string, who: string, until: string) =>
  harness.owner.query(
    `update contacts set mail_paused_until = now() + $3::interval where organization_id = $1 and email like $2`,
    [organizationId, who, until],
  );
const reasons = async (campaignId: string) =>
  (
    await harness.owner.query(
      `select split_part(email, '@', 1) as who, sends.state, sends.reason from campaign_sends sends
       join contacts on contacts.id = contact_id where campaign_id = $1 and sends.state <> 'accepted' order by 1`,
      [campaignId],
    )
  ).rows;
const completed = (campaignId: string) =>
  vi.waitFor(async () => expect(await harness.status(campaignId)).toBe('COMPLETED'), { timeout: 60_000, interval: 50 });

test('who takes a break is left out of a new audience with that reason, unless something stronger keeps them out', async () => {
  const { organizationId } = await harness.campaign(6);
  await pauseUntil(organizationId, 'p%', '30 days');
  await pauseUntil(organizationId, 'p1@%', '-1 second');
  await harness.owner.query(
    `update contacts set status = 'unsubscribed' where organization_id = $1 and email like 'p2@%'`,
    [organizationId],
  );
  await harness.owner.query(
    `update contacts set email_consent = 'withdrawn' where organization_id = $1 and email like 'p3@%'`,
    [organizationId],
  );
  const ctx = backgroundContext(harness.database, organizationId, 'test');

  const { recipients, leftOut } = await countAudience(
    ctx,
    { clientId: null, topicId: null },
    Recipients.parse({ type: 'all' }),
  );

  expect(recipients).toBe(1);
  expect(Object.fromEntries(leftOut.map(({ reason, people }) => [reason, people]))).toEqual({
    paused: 3,
    unsubscribed: 1,
    'consent-withdrawn': 1,
  });
});

test('who takes a break after the freeze gets no mail, and is counted with that reason', async () => {
  const { campaignId, organizationId } = await harness.campaign(20);
  await pauseUntil(organizationId, 'p1@%', '30 days');
  await pauseUntil(organizationId, 'p2@%', '-1 second');
  await pauseUntil(organizationId, 'p3@%', '30 days');
  await harness.owner.query(
    `update contacts set status = 'unsubscribed' where organization_id = $1 and email like 'p3@%'`,
    [organizationId],
  );

  fakeSmtp = await startFakeSmtp();
  sending = harness.start(fakeSmtp.port);
  await completed(campaignId);

  expect(await harness.states(campaignId)).toEqual({ accepted: 18, suppressed: 2 });
  expect(await reasons(campaignId)).toEqual([
    { who: 'p1', state: 'suppressed', reason: 'paused' },
    { who: 'p3', state: 'suppressed', reason: 'unsubscribed' },
  ]);
});

test('a break reaches the mails that are claimed and not yet offered', async () => {
  const { campaignId, organizationId } = await harness.campaign(200);
  let asked = false;

  fakeSmtp = await startFakeSmtp({
    beforeAnswer: () => new Promise((resolve) => setTimeout(resolve, asked ? 0 : 100)),
  });
  const { received } = fakeSmtp;
  sending = harness.start(fakeSmtp.port);
  await vi.waitFor(() => expect(received.length).toBeGreaterThanOrEqual(5), { timeout: 60_000, interval: 5 });
  const { rows } = await harness.owner.query<{ id: string }>(
    `with paused as (update contacts set mail_paused_until = now() + interval '30 days' where organization_id = $1 returning id)
     select sends.contact_id as id from campaign_sends sends join paused on paused.id = contact_id
     where campaign_id = $2 and state in ('offering', 'accepted')`,
    [organizationId, campaignId],
  );
  asked = true;
  await completed(campaignId);

  const states = await harness.states(campaignId);
  // Those whose dot was on its way, and at most one more of each send worker that was offered between the look and the commit.
  expect(received.length).toBeLessThanOrEqual(rows.length + 10);
  expect(states['suppressed']! + states['accepted']!).toBe(200);
  expect(new Set((await reasons(campaignId)).map(({ reason }) => reason))).toEqual(new Set(['paused']));
});
