import { Recipients } from '@waggle/contracts/campaigns';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type FakeSmtp, startFakeSmtp } from '../../../../test/sending/fake-smtp.ts';
import { createSendingHarness, type Sending, type SendingHarness } from '../../../../test/sending/sending-harness.ts';
import { backgroundContext } from '#platform/background-context.ts';
import { countAudience } from '../audience/audience.ts';

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

/** A campaign with a topic, of an organization that has hashes. */
async function campaign(people: number) {
  const made = await harness.campaign(people);
  const { organizationId, campaignId } = made;
  await harness.owner.query(`insert into suppression_keys (organization_id, key) values ($1, sha256('key'))`, [
    organizationId,
  ]);
  const { rows } = await harness.owner.query<{ id: string }>(
    `insert into topics (organization_id, name, position) select $1, name, position from unnest(array['Offers', 'Events'], array[0, 1]) t (name, position)
     returning id`,
    [organizationId],
  );
  const [offers, events] = rows.map(({ id }) => id) as [string, string];
  await harness.owner.query('update campaigns set topic_id = $2 where id = $1', [campaignId, offers]);
  return { ...made, offers, events };
}

const optOut = (organizationId: string, topicId: string, who: string) =>
  harness.owner.query<{ id: string }>(
    `with key as (select key from suppression_keys where organization_id = $1), chosen as (
       insert into topic_choices (organization_id, topic_id, address_hash, opted_out, source, chosen_at)
       select $1, $2, sha256(key || sha256(key || convert_to('email:' || lower(email), 'UTF8'))), true, 'person', now()
       from contacts, key where organization_id = $1 and email like $3
     ) select sends.contact_id as id from campaign_sends sends join contacts on contacts.id = contact_id
       where sends.organization_id = $1 and email like $3 and sends.state in ('offering', 'accepted')`,
    [organizationId, topicId, who],
  );
const reasons = async (campaignId: string) =>
  (
    await harness.owner.query(
      `select split_part(email, '@', 1) as who, sends.reason from campaign_sends sends
       join contacts on contacts.id = contact_id where campaign_id = $1 and sends.state = 'suppressed' order by 1`,
      [campaignId],
    )
  ).rows;
const completed = (campaignId: string) =>
  vi.waitFor(async () => expect(await harness.status(campaignId)).toBe('COMPLETED'), { timeout: 60_000, interval: 50 });

test('who opted out of the topic is left out of a new audience with that reason, unless something stronger keeps them out', async () => {
  const { organizationId, offers, events } = await campaign(5);
  await optOut(organizationId, offers, 'p1@%');
  await optOut(organizationId, offers, 'p2@%');
  await optOut(organizationId, events, 'p3@%');
  await harness.owner.query(
    `update contacts set status = 'unsubscribed' where organization_id = $1 and email like 'p2@%'`,
    [organizationId],
  );
  const ctx = backgroundContext(harness.database, organizationId, 'test');
  const count = async (topicId: string | null) => {
    const { recipients, leftOut } = await countAudience(
      ctx,
      { clientId: null, topicId },
      Recipients.parse({ type: 'all' }),
    );
    return [recipients, Object.fromEntries(leftOut.map(({ reason, people }) => [reason, people]))];
  };

  expect(await count(offers)).toEqual([3, { unsubscribed: 1, 'topic-opted-out': 1 }]);
  expect(await count(events)).toEqual([3, { unsubscribed: 1, 'topic-opted-out': 1 }]);
  expect(await count(null)).toEqual([4, { unsubscribed: 1 }]);
});

test('who opts out of the topic after the freeze gets no mail of it, and who opted out of another one does', async () => {
  const { campaignId, organizationId, offers, events } = await campaign(20);
  await optOut(organizationId, offers, 'p1@%');
  await optOut(organizationId, events, 'p2@%');

  fakeSmtp = await startFakeSmtp();
  sending = harness.start(fakeSmtp.port);
  await completed(campaignId);

  expect(await harness.states(campaignId)).toEqual({ accepted: 19, suppressed: 1 });
  expect(await reasons(campaignId)).toEqual([{ who: 'p1', reason: 'topic-opted-out' }]);
});

test('an opt-out reaches the mails that are claimed and not yet offered', async () => {
  const { campaignId, organizationId, offers } = await campaign(200);
  let asked = false;

  fakeSmtp = await startFakeSmtp({
    beforeAnswer: () => new Promise((resolve) => setTimeout(resolve, asked ? 0 : 100)),
  });
  const { received } = fakeSmtp;
  sending = harness.start(fakeSmtp.port);
  await vi.waitFor(() => expect(received.length).toBeGreaterThanOrEqual(5), { timeout: 60_000, interval: 5 });
  const { rows } = await optOut(organizationId, offers, 'p%');
  asked = true;
  await completed(campaignId);

  const states = await harness.states(campaignId);
  // Those whose dot was on its way, and at most one more of each send worker that was offered between the look and the commit.
  expect(received.length).toBeLessThanOrEqual(rows.length + 10);
  expect(states['suppressed']! + states['accepted']!).toBe(200);
  expect(new Set((await reasons(campaignId)).map(({ reason }) => reason))).toEqual(new Set(['topic-opted-out']));
});
