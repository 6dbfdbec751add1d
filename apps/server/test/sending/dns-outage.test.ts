import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createCampaigns } from '../../src/features/campaigns/create-campaigns.ts';
import type { Sending } from '../../src/features/delivery/sending.ts';
import { createSettings } from '../../src/features/settings/create-settings.ts';
import { createLog } from '../../src/platform/log.ts';
import { createHostLookup } from '../../src/platform/outbound/host-lookup.ts';
import { type DnsServer, startDnsServer, type Zone } from '../harness/dns-server.ts';
import { startTestApi, type TestApi } from '../harness/test-api.ts';
import { startWatch } from '../harness/watch.ts';
import { type FakeSmtp, startFakeSmtp } from './fake-smtp.ts';
import { addPeople, ask, draft, type ReadyAdmin, readyAdmin } from './ready-admin.ts';
import { stepsOf } from './steps.ts';
import { startSendingCampaigns } from './start-sending-campaigns.ts';

let api: TestApi;
let dns: DnsServer;
let fakeSmtp: FakeSmtp;
let sending: Sending | undefined;
beforeAll(async () => {
  dns = await startDnsServer();
  api = await startTestApi({ env: { DNS_SERVERS: dns.address } });
  fakeSmtp = await startFakeSmtp();
});
afterEach(async () => {
  await sending?.stop();
  fakeSmtp.received.length = 0;
});
afterAll(async () => {
  await api.close();
  await fakeSmtp.close();
  await dns.close();
});

/** An organization whose mail leaves through a host of its own, with a campaign that is due. */
async function sender(host: string, people: number, maxConnections = 10) {
  const admin = await readyAdmin(api, fakeSmtp.port);
  await addPeople(api, admin, people);
  await api.db.owner.query('update sending_domains set warming_since = current_date - 60 where id = $1', [
    admin.domain.id,
  ]);
  await ask(admin, 'PUT', `/api/sending/connections/${admin.connection.id}`, { host, maxConnections });
  const { id } = await draft(admin);
  const steps = stepsOf(api, admin.user.organizationId);
  await ask(admin, 'POST', `/api/campaigns/${id}/send`);
  await steps.begin(id);
  await steps.freeze(id);
  return { admin, id, host };
}

/** As a worker does, with the real lookup; the addresses are of this machine, which the real dialler would refuse. */
function startWorker(): void {
  const lookup = createHostLookup([dns.address]);
  const dial = async ({ host, port }: { host: string; port: number }): Promise<Socket> =>
    connect(port, (await lookup(host))[0]);
  const config = { ...api.config, ALLOW_PRIVATE_MAIL_SERVERS: false, SENDING_CONNECTIONS: 4 };
  const settings = { ...createSettings({ config, database: api.database }), dial };
  sending = startSendingCampaigns(createCampaigns(settings), createLog({ LOG_LEVEL: 'silent' }, 'test'));
}

const read = ({ admin, id }: { admin: ReadyAdmin; id: string }) => ask(admin, 'GET', `/api/campaigns/${id}`);
const completed = (one: { admin: ReadyAdmin; id: string }) =>
  vi.waitFor(async () => expect(await read(one)).toMatchObject({ status: 'COMPLETED' }), {
    timeout: 60_000,
    interval: 100,
  });
const mailsOf = ({ admin }: { admin: ReadyAdmin }) =>
  fakeSmtp.received.filter(({ raw }) => raw.includes(`@${admin.domain.domain}>`)).map(({ to }) => to);
const questionsFor = ({ host }: { host: string }) => dns.asked.filter((name) => name === host).length;

const troubles: Record<string, Zone> = {
  'servfail.internal': { trouble: 'servfail' },
  'silent.internal': { trouble: 'silent' },
  'late.internal': { a: ['127.0.0.1'], delayMs: 30_000 },
};

/** Milliseconds the campaign takes from the start of a worker; 200 emails of one took 2 s on a quiet machine. */
async function msToSend(one: { admin: ReadyAdmin; id: string }): Promise<{ wall: number; own: number }> {
  const [started, watch] = [performance.now(), startWatch()];
  startWorker();
  await completed(one);
  return { wall: performance.now() - started, own: watch() };
}

test('F40: while DNS fails, is silent or takes 30 s, campaigns wait and ask seldom, and others are sent', async () => {
  dns.zones.set('good.internal', { a: ['127.0.0.1'] });
  const alone = await msToSend(await sender('good.internal', 200));
  await sending?.stop();
  for (const [host, trouble] of Object.entries(troubles)) dns.zones.set(host, trouble);
  // More of them than a worker has connections.
  const hosts = Object.keys(troubles).flatMap((host) => [host, host]);
  const waiting = await Promise.all(hosts.map((host) => sender(host, 10)));
  const other = await sender('good.internal', 200);
  const started = performance.now();

  const beside = await msToSend(other);
  await pause(Math.max(0, 5_000 - (performance.now() - started)));
  const seconds = (performance.now() - started) / 1_000;
  const questions = Object.keys(troubles).reduce((sum, host) => sum + questionsFor({ host }), 0);
  const meanwhile = await Promise.all(waiting.map(read));
  for (const host of hosts) dns.zones.set(host, { a: ['127.0.0.1'] });
  await Promise.all(waiting.map(completed));

  // Both in this run: send workers that wait for DNS made it twenty times as long.
  expect(beside.own / alone.wall).toBeLessThan(8);
  expect(new Set(mailsOf(other)).size).toBe(200);
  for (const campaign of meanwhile) expect(campaign).toMatchObject({ status: 'ACTIVE', holdReason: null });
  // Two kinds of address, two rounds, six campaigns: each asks again after half a second, one, two, four …
  expect(questions / seconds).toBeLessThan(20);
  for (const one of waiting) {
    expect(new Set(mailsOf(one)).size).toBe(10);
    expect(mailsOf(one)).toHaveLength(10);
    expect((await read(one)).progress).toEqual({ accepted: 10 });
  }
  const { rows } = await api.db.owner.query('select distinct attempts from campaign_sends');
  expect(rows).toEqual([{ attempts: 1 }]);
});

test('F40: a campaign under way goes on by the last answer when DNS fails in the middle of it', async () => {
  dns.zones.set('known.internal', { a: ['127.0.0.1'] });
  const one = await sender('known.internal', 450, 2);

  startWorker();
  await vi.waitFor(() => expect(fakeSmtp.received.length).toBeGreaterThan(20), { timeout: 60_000, interval: 10 });
  dns.zones.set('known.internal', { trouble: 'servfail' });
  const before = questionsFor(one);
  await completed(one);

  // Two connections take 100 mails each: others were made, without DNS.
  expect(questionsFor(one)).toBeGreaterThan(before);
  expect(new Set(mailsOf(one)).size).toBe(450);
  expect(fakeSmtp.received).toHaveLength(450);
});
