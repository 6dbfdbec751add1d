import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type FakeSmtp, type Rulings, startFakeSmtp } from '../../../../test/sending/fake-smtp.ts';
import { createSendingHarness, type Sending, type SendingHarness } from '../../../../test/sending/sending-harness.ts';

let harness: SendingHarness;
let fakeSmtp: FakeSmtp;
let sending: Sending[] = [];
beforeAll(async () => {
  harness = await createSendingHarness();
});
afterEach(async () => {
  await Promise.all(sending.map((one) => one.stop()));
  sending = [];
  await fakeSmtp.close();
});
afterAll(() => harness.close());

async function sendWith(
  rulings: Rulings,
  workers = 1,
  more: Parameters<SendingHarness['start']>[1] = {},
): Promise<void> {
  fakeSmtp = await startFakeSmtp(rulings);
  sending = Array.from({ length: workers }, () => harness.start(fakeSmtp.port, more));
}
const completed = (campaignId: string) =>
  vi.waitFor(async () => expect(await harness.status(campaignId)).toBe('COMPLETED'), { timeout: 60_000, interval: 50 });
const timesReceived = () => [...Map.groupBy(fakeSmtp.received, ({ to }) => to).values()].map((mails) => mails.length);

test('everybody of the audience gets one mail, from two workers at once', async () => {
  const { campaignId } = await harness.campaign(500);

  await sendWith({}, 2);
  await completed(campaignId);

  expect(await harness.states(campaignId)).toEqual({ accepted: 500 });
  expect(fakeSmtp.received).toHaveLength(500);
  expect(Math.max(...timesReceived())).toBe(1);
});

test('whoever opted out or was deleted after the freeze gets nothing, and is counted with the reason', async () => {
  const { campaignId, organizationId } = await harness.campaign(20);
  await harness.owner.query(
    `update contacts set status = 'unsubscribed' where organization_id = $1 and email like 'p1@%'`,
    [organizationId],
  );
  await harness.owner.query(`delete from contacts where organization_id = $1 and email like 'p2@%'`, [organizationId]);

  await sendWith({});
  await completed(campaignId);

  expect(await harness.states(campaignId)).toEqual({ accepted: 18, suppressed: 2 });
  const { rows } = await harness.owner.query(
    `select reason from campaign_sends where campaign_id = $1 and state = 'suppressed' order by reason`,
    [campaignId],
  );
  expect(rows).toEqual([{ reason: 'deleted' }, { reason: 'unsubscribed' }]);
});

test('an answer the database refuses for good leaves that mail uncertain, and holds up nobody', async () => {
  const { campaignId, organizationId } = await harness.campaign(40);
  await harness.owner.query(`
    create function refuse_p7() returns trigger language plpgsql as $$ begin
      if new.state = 'accepted' and exists (select from contacts where id = new.contact_id and email like 'p7@%')
      then raise unique_violation; end if;
      return new;
    end $$;
    create trigger refuse_p7 before update on campaign_sends for each row
      when (new.organization_id = '${organizationId}') execute function refuse_p7()`);

  await sendWith({}, 1, { leaseSeconds: 2 });
  await completed(campaignId);
  await Promise.all(sending.map((one) => one.stop()));
  await harness.owner.query('drop trigger refuse_p7 on campaign_sends; drop function refuse_p7');

  expect(await harness.states(campaignId)).toEqual({ accepted: 39, uncertain: 1 });
  expect(Math.max(...timesReceived())).toBe(1);
});

test('a mail whose answer never came is named and never sent again', async () => {
  const { campaignId } = await harness.campaign(50);
  const cut = (to: string) => /^p[123]@/.test(to);

  await sendWith({ message: (to) => (cut(to) ? 'keep-and-hang-up' : 'accept') }, 2);
  await completed(campaignId);

  expect(await harness.states(campaignId)).toEqual({ accepted: 47, uncertain: 3 });
  expect(Math.max(...timesReceived())).toBe(1);
});

test('a refusal for ever fails, a passing one is tried again later', async () => {
  const { campaignId } = await harness.campaign(30);
  const rulings: Rulings = {
    recipient: (to) =>
      to.startsWith('p1@') ? [550, '5.1.1 unknown'] : to.startsWith('p2@') ? [450, '4.2.0 later'] : undefined,
  };

  await sendWith(rulings);

  await vi.waitFor(
    async () => expect(await harness.states(campaignId)).toEqual({ accepted: 28, failed: 1, pending: 1 }),
    {
      timeout: 60_000,
      interval: 50,
    },
  );
  expect(await harness.status(campaignId)).toBe('ACTIVE');
});

test('pausing holds back every dot that was not yet given', async () => {
  const { campaignId } = await harness.campaign(400);
  await sendWith({ beforeAnswer: () => new Promise((resolve) => setTimeout(resolve, 20)) });
  await vi.waitFor(() => expect(fakeSmtp.received.length).toBeGreaterThan(30), { timeout: 60_000, interval: 10 });

  await harness.owner.query(`update campaigns set status = 'PAUSED' where id = $1`, [campaignId]);
  const atPause = fakeSmtp.received.length;
  await new Promise((resolve) => setTimeout(resolve, 1_000));

  expect(fakeSmtp.received.length - atPause).toBeLessThanOrEqual(10);
  await harness.owner.query(`update campaigns set status = 'ACTIVE' where id = $1`, [campaignId]);
  await completed(campaignId);
  expect(await harness.states(campaignId)).toEqual({ accepted: 400 });
  expect(Math.max(...timesReceived())).toBe(1);
});

test('a small campaign does not wait for a large one of somebody else', async () => {
  const large = await harness.campaign(3_000);
  const small = await harness.campaign(100);

  await sendWith({});
  await completed(small.campaignId);

  expect((await harness.states(large.campaignId)).accepted ?? 0).toBeLessThan(1_500);
  await harness.owner.query(`update campaigns set status = 'PAUSED' where id = $1`, [large.campaignId]);
});
