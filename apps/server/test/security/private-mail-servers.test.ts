import { createServer, type Server, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createCampaigns } from '../../src/features/campaigns/create-campaigns.ts';
import { createSettings } from '../../src/features/settings/create-settings.ts';
import { createLog } from '../../src/platform/log.ts';
import { createDial } from '../../src/platform/outbound/dial.ts';
import { createHostLookup } from '../../src/platform/outbound/host-lookup.ts';
import { type DnsServer, startDnsServer } from '../harness/dns-server.ts';
import { registerAdmin } from '../harness/people.ts';
import { startTestApi, type TestApi } from '../harness/test-api.ts';
import { addPeople, ask, draft, readyAdmin } from '../sending/ready-admin.ts';
import { stepsOf } from '../sending/steps.ts';
import { startSendingCampaigns } from '../sending/start-sending-campaigns.ts';

const noMailServer = 'No email server responded. Check the host, port and encryption.';

let dns: DnsServer;
let api: TestApi;
/** As an operator leaves it. */
let strict: TestApi;
beforeAll(async () => {
  dns = await startDnsServer();
  api = await startTestApi({ env: { DNS_SERVERS: dns.address } });
  strict = await startTestApi({ env: { DNS_SERVERS: dns.address, ALLOW_PRIVATE_MAIL_SERVERS: 'false' } });
});
afterEach(() => dns.zones.clear());
afterAll(async () => {
  await api.close();
  await strict.close();
  await dns.close();
});

async function listening(speak: (socket: Socket) => void): Promise<Server & { port: number }> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    speak(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(server, { port: (server.address() as AddressInfo).port });
}

describe('what a connection may lead to', () => {
  test.each([
    [{ host: '127.0.0.1' }, 'host'],
    [{ host: '::ffff:127.0.0.1' }, 'host'],
    [{ host: '0.0.0.0' }, 'host'],
    [{ host: '169.254.169.254' }, 'host'],
    [{ host: '2130706433' }, 'host'],
    [{ host: 'localhost' }, 'host'],
    [{ host: 'postgres' }, 'host'],
    [{ host: 'relay.internal' }, 'host'],
    [{ host: 'mail.example.com', port: 22 }, 'port'],
    [{ host: 'mail.example.com', port: 6379 }, 'port'],
  ])('P10: %o is refused where private servers are not allowed', async (place, field) => {
    const admin = await registerAdmin(strict);

    const answer = await admin.request('POST', '/api/sending/connections', { name: 'Relay', ...place });

    expect(answer).toMatchObject({ status: 400, body: { fields: { [field]: expect.any(String) } } });
  });

  test('P10: a name that leads inside is refused when it is used, in the words of a server that is not there', async () => {
    const admin = await registerAdmin(strict);
    dns.zones.set('inside.example', { a: ['127.0.0.1'] });
    const make = async (host: string) =>
      (await ask(admin, 'POST', '/api/sending/connections', { name: host, host, port: 2525 })).id as string;
    const check = (id: string) => ask(admin, 'POST', `/api/sending/connections/${id}/check`);

    const answers = [await check(await make('inside.example')), await check(await make('nowhere.example'))];

    expect(answers).toEqual([
      { works: false, answer: noMailServer },
      { works: false, answer: noMailServer },
    ]);
  });
});

test('P10: whatever listens on a port, the answer is one sentence and repeats nothing', async () => {
  const admin = await registerAdmin(api);
  const servers = await Promise.all([
    listening((socket) => socket.end('SSH-2.0-OpenSSH_9.2p1 internal-db-7.corp\r\n')),
    listening((socket) => socket.end('HTTP/1.1 400 Bad Request\r\nServer: internal\r\n\r\n')),
    listening((socket) => socket.end('554 internal-mta-3 says no\r\n')),
    listening((socket) =>
      socket.write('220 internal\r\n', () => socket.on('data', () => socket.end('500 internal\r\n'))),
    ),
    listening((socket) => socket.destroy()),
  ]);
  const ports = [...servers.map(({ port }) => port), 9];

  const answers = await Promise.all(
    ports.map(async (port) => {
      const body = { name: 'Probe', host: '127.0.0.1', port, tls: 'none' };
      const { id } = await ask(admin, 'POST', '/api/sending/connections', body);
      const started = Date.now();
      const { answer } = await ask(admin, 'POST', `/api/sending/connections/${id}/check`);
      return { answer, seconds: (Date.now() - started) / 1_000 };
    }),
  );
  const { items } = await ask(admin, 'GET', '/api/sending/connections');
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));

  expect(new Set(answers.map(({ answer }) => answer))).toEqual(new Set([noMailServer]));
  expect(JSON.stringify(items)).not.toMatch(/internal|OpenSSH|ECONN/);
  for (const { seconds } of answers) expect(seconds).toBeGreaterThan(1.9);
});

test('P10: a saved connection whose name has come to lead inside holds its campaign and costs nobody an attempt', async () => {
  let connections = 0;
  const inside = await listening((socket) => {
    connections += 1;
    socket.end('220 inside\r\n');
  });
  const admin = await readyAdmin(api);
  await addPeople(api, admin, 3);
  dns.zones.set('relay.example', { a: ['127.0.0.1'] });
  await ask(admin, 'POST', '/api/sending/connections', {
    name: 'Moved',
    host: 'relay.example',
    port: inside.port,
    isDefault: true,
  });
  const campaign = await draft(admin);
  const steps = stepsOf(api, admin.user.organizationId);
  await ask(admin, 'POST', `/api/campaigns/${campaign.id}/send`);
  await steps.begin(campaign.id);
  await steps.freeze(campaign.id);
  const config = { ...api.config, ALLOW_PRIVATE_MAIL_SERVERS: false };
  const settings = createSettings({ config, database: api.database });
  const dial = createDial(createHostLookup([dns.address]), [inside.port]);

  const sending = startSendingCampaigns(
    createCampaigns({ ...settings, dial }),
    createLog({ LOG_LEVEL: 'silent' }, 'test'),
  );
  let held: { status: string; hold_reason: string | null } | undefined;
  for (const deadline = Date.now() + 10_000; Date.now() < deadline && held?.status !== 'PAUSED'; await pause(50)) {
    const { rows } = await api.db.owner.query('select status, hold_reason from campaigns where id = $1', [campaign.id]);
    held = rows[0];
  }
  await sending.stop();
  const { rows } = await api.db.owner.query(
    'select distinct state, attempts from campaign_sends where campaign_id = $1',
    [campaign.id],
  );
  await new Promise((resolve) => inside.close(resolve));

  expect(held).toEqual({ status: 'PAUSED', hold_reason: 'connection-blocked' });
  expect(rows).toEqual([{ state: 'pending', attempts: 0 }]);
  expect(connections).toBe(0);
});
