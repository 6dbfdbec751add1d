import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { startTestApi, type TestApi } from '../../../../test/harness/test-api.ts';
import { type FakeSmtp, startFakeSmtp } from '../../../../test/sending/fake-smtp.ts';
import { addPeople, ask, draft, type ReadyAdmin, readyAdmin } from '../../../../test/sending/ready-admin.ts';
import { createSendingHarness, type SendingHarness } from '../../../../test/sending/sending-harness.ts';
import { noteOpenings } from './note-openings.ts';

/** Opens three days from now for a day. */
const shutNow = () => ({
  from: '00:00',
  to: '24:00',
  days: [new Date(Date.now() + 3 * 86_400_000).getUTCDay() || 7],
  zone: 'UTC',
});

describe('in a worker', () => {
  let harness: SendingHarness;
  let fakeSmtp: FakeSmtp;
  beforeAll(async () => void (harness = await createSendingHarness()));
  afterEach(() => fakeSmtp.close());
  afterAll(() => harness.close());

  const setWindow = (campaignId: string, opens: string, closes: string) =>
    harness.owner.query(
      `update campaigns set sending_window = $4, window_opens_at = now() + $2::interval, window_closes_at = now() + $3::interval where id = $1`,
      [campaignId, opens, closes, JSON.stringify(shutNow())],
    );
  const open = (campaignId: string) => setWindow(campaignId, '-1 hour', '1 hour');
  const completed = (campaignId: string) =>
    vi.waitFor(async () => expect(await harness.status(campaignId)).toBe('COMPLETED'), {
      timeout: 60_000,
      interval: 50,
    });
  const received = () => fakeSmtp.received.map(({ to }) => to);

  test('nothing leaves while the window is shut, and everybody gets one email once it opens', async () => {
    fakeSmtp = await startFakeSmtp({});
    const { campaignId } = await harness.campaign(40);
    const { campaignId: other } = await harness.campaign(10);
    await setWindow(campaignId, '1 hour', '2 hours');

    const sending = [harness.start(fakeSmtp.port), harness.start(fakeSmtp.port)];
    await completed(other);
    const early = await harness.states(campaignId);
    await open(campaignId);
    await completed(campaignId);
    await Promise.all(sending.map((one) => one.stop()));

    expect(early).toEqual({ pending: 40 });
    expect(await harness.states(campaignId)).toEqual({ accepted: 40 });
    expect(new Set(received()).size).toBe(50);
    expect(received()).toHaveLength(50);
  });

  test('a window that shuts in the middle holds back every dot not yet given; a worker lost while it waits loses nobody', async () => {
    fakeSmtp = await startFakeSmtp({ beforeAnswer: () => new Promise((resolve) => setTimeout(resolve, 20)) });
    const { campaignId } = await harness.campaign(300);
    await open(campaignId);

    const sending = harness.start(fakeSmtp.port);
    await vi.waitFor(() => expect(fakeSmtp.received.length).toBeGreaterThan(30), { timeout: 60_000, interval: 10 });
    await harness.owner.query('update campaigns set window_closes_at = now() where id = $1', [campaignId]);
    await vi.waitFor(
      async () => expect(Object.keys(await harness.states(campaignId)).toSorted()).toEqual(['accepted', 'pending']),
      { timeout: 60_000, interval: 50 },
    );
    const { accepted = 0, pending = 0 } = await harness.states(campaignId);
    await sending.stop();
    // As a worker leaves rows that was killed between claim and dot, with its lease run out.
    await harness.owner.query(
      `update campaign_sends set state = 'claimed', lease_no = lease_no + 1, lease_until = now() - interval '1 second' where campaign_id = $1
       and contact_id in (select contact_id from campaign_sends where campaign_id = $1 and state = 'pending' limit 7)`,
      [campaignId],
    );
    const after = harness.start(fakeSmtp.port);
    await vi.waitFor(async () => expect(await harness.states(campaignId)).toEqual({ accepted, pending }), {
      timeout: 60_000,
      interval: 50,
    });
    await open(campaignId);
    await completed(campaignId);
    await after.stop();

    expect(pending).toBeGreaterThan(0);
    expect(await harness.states(campaignId)).toEqual({ accepted: 300 });
    expect(received()).toHaveLength(300);
    expect(new Set(received()).size).toBe(300);
  });

  test('a retry waits for the window too, and one that is all done completes although it is shut', async () => {
    fakeSmtp = await startFakeSmtp({});
    const [{ campaignId: waits }, { campaignId: done }] = [await harness.campaign(5), await harness.campaign(5)];
    await harness.owner.query(
      `update campaign_sends set attempts = 1, next_attempt_at = now() - interval '1 minute' where campaign_id = $1`,
      [waits],
    );
    await harness.owner.query(`update campaign_sends set state = 'accepted', sent_at = now() where campaign_id = $1`, [
      done,
    ]);
    await setWindow(waits, '-2 hours', '-1 second');
    await setWindow(done, '-2 hours', '-1 second');

    const sending = harness.start(fakeSmtp.port);
    await completed(done);
    await sending.stop();

    expect(await harness.states(waits)).toEqual({ pending: 5 });
    expect(received()).toEqual([]);
  });

  test('the next opening is noted once, by whichever worker looks', async () => {
    fakeSmtp = await startFakeSmtp({});
    const { campaignId } = await harness.campaign(1);
    await setWindow(campaignId, '-2 days', '-1 day');

    const { signal } = new AbortController();
    await Promise.all([noteOpenings(harness.database, signal), noteOpenings(harness.database, signal)]);

    const { rows } = await harness.owner.query<{ opens: Date; closes: Date }>(
      'select window_opens_at as opens, window_closes_at as closes from campaigns where id = $1',
      [campaignId],
    );
    const { opens, closes } = rows[0]!;
    expect(opens.getTime()).toBeGreaterThan(Date.now());
    expect(closes.getTime() - opens.getTime()).toBe(86_400_000);
  });
});

describe('by calls', () => {
  let api: TestApi;
  let admin: ReadyAdmin;
  beforeAll(async () => {
    api = await startTestApi({ workers: true });
    admin = await readyAdmin(api);
    await addPeople(api, admin, 3);
  });
  afterAll(() => api.close());

  const read = (id: string) => ask(admin, 'GET', `/api/campaigns/${id}`);
  async function waiting(sendingWindow: object = shutNow()) {
    const { id } = await draft(admin, { sendingWindow });
    await ask(admin, 'POST', `/api/campaigns/${id}/send`);
    return vi.waitFor(
      async () => {
        const campaign = await read(id);
        expect(campaign).toMatchObject({ status: 'ACTIVE', progress: { pending: 3 } });
        return campaign;
      },
      { timeout: 60_000, interval: 50 },
    );
  }

  test('a campaign sent outside of its window says until when it waits, and can be paused, resumed and cancelled meanwhile', async () => {
    const { id, waitsUntil } = await waiting();
    const listed = await ask(admin, 'GET', '/api/campaigns');
    const paused = await ask(admin, 'PATCH', `/api/campaigns/${id}`, { status: 'PAUSED' });
    const resumed = await ask(admin, 'PATCH', `/api/campaigns/${id}`, { status: 'ACTIVE' });
    const cancelled = await ask(admin, 'POST', `/api/campaigns/${id}/cancel`);

    expect(new Date(waitsUntil).toISOString().slice(10)).toBe('T00:00:00.000Z');
    expect(Date.parse(waitsUntil)).toBeGreaterThan(Date.now());
    expect(listed.items[0]).toMatchObject({ id, waitsUntil });
    expect(paused).toMatchObject({ status: 'PAUSED', waitsUntil: null });
    expect(resumed).toMatchObject({ status: 'ACTIVE', waitsUntil });
    expect(cancelled.waitsUntil).toBeNull();
    await vi.waitFor(
      async () => expect(await read(id)).toMatchObject({ status: 'COMPLETED', progress: { cancelled: 3 } }),
      { timeout: 60_000, interval: 50 },
    );
    expect(api.mail.mails.filter(({ to }) => to.startsWith('p'))).toEqual([]);
  });

  test('a test email does not wait, and a copy keeps the window', async () => {
    const sendingWindow = shutNow();
    const { id } = await draft(admin, { sendingWindow });

    await ask(admin, 'POST', `/api/campaigns/${id}/test`, {});
    const copy = await ask(admin, 'POST', `/api/campaigns/${id}/duplicate`);

    await api.mail.waitFor(admin.user.email, ({ subject }) => subject === 'Spring is here');
    expect(copy.sendingWindow).toEqual(sendingWindow);
    expect(copy.waitsUntil).toBeNull();
  });

  test.each([
    ['09:00', '09:00', 'UTC', 'Choose at least 30 minutes'],
    ['09:00', '18:00', 'Mars/Base', 'Choose a time zone from the list'],
  ])('from %s to %s in %s is refused', async (from, to, zone, message) => {
    const answer = await admin.request('POST', '/api/campaigns', {
      name: 'Spring',
      subject: 'Spring',
      htmlContent: '<p>Hello</p>',
      sendingWindow: { from, to, zone, days: [1] },
    });

    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.body)).toContain(message);
  });
});
