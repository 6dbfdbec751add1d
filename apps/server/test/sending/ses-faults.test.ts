import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { createCampaigns } from '../../src/features/campaigns/create-campaigns.ts';
import type { Sending } from '../../src/features/delivery/sending.ts';
import { createSettings } from '../../src/features/settings/create-settings.ts';
import { createLog } from '../../src/platform/log.ts';
import { freePort } from '../harness/postgres.ts';
import { startTestApi, type TestApi } from '../harness/test-api.ts';
import { type FakeSes, type SesRuling, startFakeSes } from './fake-ses.ts';
import { addPeople, ask, draft, type ReadyAdmin, readyAdmin } from './ready-admin.ts';
import { stepsOf } from './steps.ts';
import { startSendingCampaigns } from './start-sending-campaigns.ts';

let api: TestApi;
let ses: FakeSes | undefined;
let sending: Sending | undefined;
beforeAll(async () => {
  api = await startTestApi();
});
afterEach(async () => {
  await ses?.close();
  await sending?.stop();
  // What one test leaves waiting is not sent in the next.
  await api.db.owner.query(`update campaigns set status = 'PAUSED' where status = 'ACTIVE'`);
  [ses, sending] = [undefined, undefined];
});
afterAll(() => api.close());

/** A campaign that leaves through SES, and a worker that waits two seconds for an answer. */
async function sendTo(people: number, SES_ENDPOINT: string) {
  const admin = await readyAdmin(api);
  await addPeople(api, admin, people);
  const connection = { name: 'SES', kind: 'ses', region: 'eu-west-1', username: 'AKIAEXAMPLE', secret: 'x'.repeat(40) };
  await ask(admin, 'POST', '/api/sending/connections', { ...connection, isDefault: true });
  const { id } = await draft(admin);
  const steps = stepsOf(api, admin.user.organizationId);
  await ask(admin, 'POST', `/api/campaigns/${id}/send`);
  await steps.begin(id);
  await steps.freeze(id);
  const config = { ...api.config, SES_ENDPOINT, SMTP_ANSWER_TIMEOUT_MS: 2_000 };
  const settings = createSettings({ config, database: api.database });
  sending = startSendingCampaigns(createCampaigns(settings), createLog({ LOG_LEVEL: 'silent' }, 'test'));
  return { admin, id };
}

async function played(people: number, rule: (to: string, call: number) => SesRuling) {
  ses = await startFakeSes(rule);
  return sendTo(people, ses.url);
}

type Sent = { admin: ReadyAdmin; id: string };
const read = ({ admin, id }: Sent) => ask(admin, 'GET', `/api/campaigns/${id}`);
const becomes = (sent: Sent, what: object) =>
  vi.waitFor(async () => expect(await read(sent)).toMatchObject(what), { timeout: 60_000, interval: 100 });
const doubled = () => ses!.delivered.length - new Set(ses!.delivered).size;

describe('F15: Amazon SES', () => {
  test.each([
    ['a number', () => '3', 3],
    ['a date', () => new Date(Date.now() + 4_000).toUTCString(), 3.5],
  ])(
    '429 with Retry-After as %s: nobody is sent to until then, and all get it once',
    async (_, retryAfter, seconds) => {
      const sent = await played(40, (_to, call) =>
        call < 10 ? { status: 429, type: 'TooManyRequestsException', retryAfter: retryAfter() } : 'accept',
      );

      await becomes(sent, { status: 'COMPLETED', progress: { accepted: 40 } });

      const refused = ses!.calls.findLast(({ status }) => status === 429)!;
      const first = ses!.calls.find(({ status }) => status === 200)!;
      expect((first.at - refused.at) / 1_000).toBeGreaterThan(seconds * 0.8);
      expect((first.quietAt - refused.quietAt) / 1_000).toBeLessThan(seconds * 1.2 + 2);
      expect(doubled()).toBe(0);
    },
  );

  test('429 without Retry-After: the rate falls, nobody fails, and all get it once', async () => {
    const sent = await played(30, (_to, call) =>
      call < 5 ? { status: 429, type: 'TooManyRequestsException' } : 'accept',
    );

    await vi.waitFor(async () => expect((await read(sent)).progress.accepted).toBeGreaterThanOrEqual(25), {
      timeout: 60_000,
      interval: 100,
    });

    const { progress } = await read(sent);
    expect(progress.failed ?? 0).toBe(0);
    expect(progress.uncertain ?? 0).toBe(0);
    expect(doubled()).toBe(0);
  });

  test.each<[string, SesRuling]>([
    ['500', { status: 500, type: 'InternalServiceError', kept: true }],
    ['a hang', { hangs: true, kept: true }],
    ['a reset', { resets: true, kept: true }],
  ])('%s leaves that mail in doubt, sends it to nobody twice, and rests before it tries others', async (_, trouble) => {
    const cut = new Set<string>();
    const sent = await played(60, (to, call) => {
      // The first calls of all, and whoever was in trouble once.
      if (call >= 3 && !cut.has(to)) return 'accept';
      cut.add(to);
      return trouble;
    });

    await becomes(sent, { status: 'COMPLETED' });

    const { progress } = await read(sent);
    expect(progress).toEqual({ accepted: 60 - cut.size, uncertain: cut.size });
    // Each was offered once and never again, and few had to find out that something is wrong.
    expect(cut.size).toBe(3);
    expect(doubled()).toBe(0);
  });

  test('nobody there: nothing is in doubt, and all get it once somebody is', async () => {
    const port = await freePort();
    const sent = await sendTo(30, `http://127.0.0.1:${port}`);
    await pause(2_000);
    const meanwhile = await read(sent);
    ses = await startFakeSes(() => 'accept', port);

    await becomes(sent, { status: 'COMPLETED', progress: { accepted: 30 } });

    expect(meanwhile).toMatchObject({ status: 'ACTIVE', holdReason: null });
    expect(meanwhile.progress.uncertain ?? 0).toBe(0);
    expect(doubled()).toBe(0);
  });

  test.each<[string, SesRuling, string]>([
    ['a wrong key', { status: 403, type: 'InvalidClientTokenId' }, 'connection-refused'],
    ['a suspended account', { status: 400, type: 'AccountSuspendedException' }, 'connection-refused'],
    ['paused sending', { status: 400, type: 'SendingPausedException' }, 'connection-refused'],
    [
      'an address that is not verified',
      { status: 400, type: 'MessageRejected', message: 'Email address is not verified.' },
      'sender-refused',
    ],
  ])('%s holds the campaign and fails no reader', async (_, ruling, holdReason) => {
    const sent = await played(60, () => ruling);

    await becomes(sent, { status: 'PAUSED', holdReason });

    const { progress } = await read(sent);
    expect(progress.failed ?? 0).toBe(0);
    expect(progress.uncertain ?? 0).toBe(0);
    expect(ses!.calls.length).toBeLessThan(40);
  });

  test('a mail that is refused for what it says fails, alone', async () => {
    const sent = await played(10, (to) =>
      to.startsWith('p3@') ? { status: 400, type: 'MessageRejected', message: 'Contains a virus.' } : 'accept',
    );

    await becomes(sent, { status: 'COMPLETED', progress: { accepted: 9, failed: 1 } });

    expect(doubled()).toBe(0);
  });
});
