import type { Host } from '@waggle/contracts/hosts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type DnsServer, startDnsServer } from '../../../../test/harness/dns-server.ts';
import {
  addHost,
  checkHost,
  freshHost,
  giveSystemPlan,
  publish,
  verifiedHost,
} from '../../../../test/harness/own-hosts.ts';
import { joinTeam, type Person, registerAdmin } from '../../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../../test/harness/test-api.ts';
import { backgroundContext } from '#platform/background-context.ts';
import { createSettings } from '../create-settings.ts';
import { hostHandlers } from './handlers.ts';
import { checkDueHost, findDueHosts } from './jobs.ts';

let dns: DnsServer;
let api: TestApi;
beforeAll(async () => {
  dns = await startDnsServer();
  api = await startTestApi({
    workers: true,
    env: { DNS_SERVERS: dns.address, HOSTS_TARGET: 'edge.waggle.example', LINK_URL: 'https://lnk.waggle.example' },
  });
});
afterAll(async () => {
  await api.close();
  await dns.close();
});
afterEach(() => dns.zones.clear());

const registered = async () => {
  const admin = await registerAdmin(api);
  await giveSystemPlan(api, admin);
  return admin;
};
const listed = async (admin: Person) => (await admin.request('GET', '/api/hosts')).body.items as Host[];
const shortUrlOf = async (admin: Person, clientId: string | null = null) => {
  const body = { name: 'Menu', targetUrl: 'https://example.org/menu', clientId };
  return String((await admin.request('POST', '/api/qr-codes', body)).body.shortUrl);
};
const clientOf = async (admin: Person, name: string) =>
  String((await admin.request('POST', '/api/clients', { name })).body.id);
const removeProof = ({ host }: Host) => dns.zones.set(`_waggle.${host}`, {});

describe('adding a host name', () => {
  test('says what to publish: where it leads and whose it is', async () => {
    const host = await addHost(await registered(), { host: 'Go.Fernhill.Example' });

    expect(host).toMatchObject({ host: 'go.fernhill.example', state: 'pending', purposes: ['links', 'forms'] });
    expect(host.records.map(({ type, name, value }) => [type, name, value])).toEqual([
      ['CNAME', 'go.fernhill.example', 'edge.waggle.example'],
      ['TXT', '_waggle.go.fernhill.example', expect.stringMatching(/^waggle-host=[0-9a-f]{32}$/)],
    ]);
  });

  test('is for the owner alone where it would show the dashboard, to which their mailed links lead', async () => {
    const owner = await registered();
    const admin = await joinTeam(api, owner, 'ADMIN');
    const add = (by: Person, purposes: string[]) => by.request('POST', '/api/hosts', { host: freshHost(), purposes });
    const change = (by: Person, { id }: Host, purposes: string[]) =>
      by.request('PUT', `/api/hosts/${id}`, { purposes });
    const links = await addHost(admin, { purposes: ['links'] });

    const refused = [await add(admin, ['dashboard']), await change(admin, links, ['links', 'dashboard'])];
    const given = await change(owner, links, ['links', 'dashboard']);
    const kept = await change(admin, links, ['dashboard']);

    for (const { status, body } of refused) expect([status, body.code]).toEqual([403, 'owner_only']);
    expect([given.status, kept.status]).toEqual([200, 200]);
  });

  test('takes letters with accents as DNS knows them', async () => {
    const { host } = await addHost(await registered(), { host: 'los.köln.example' });

    expect(host).toBe('los.xn--kln-sna.example');
  });

  test.each([
    'waggle.test',
    'evil.waggle.test',
    'lnk.waggle.example',
    'a.edge.waggle.example',
    '127.0.0.1',
    '2130706433',
    '[::1]',
    '::1',
    'localhost',
    'go.localhost',
    'printer.local',
    'intranet',
    'co.uk',
    'com',
    'go.fernhill.example:8080',
    'go.fernhill.example/path',
    'https://go.fernhill.example',
    'me@go.fernhill.example',
    'go.fernhill.example?x',
    '-go.fernhill.example',
    'go..example',
    '%67o.fernhill.example',
    `${'a'.repeat(60)}.example`,
    '',
  ])('refuses %s', async (host) => {
    const admin = await registered();

    const answer = await admin.request('POST', '/api/hosts', { host, purposes: ['links'] });

    expect(answer).toMatchObject({ status: 400, body: { fields: { host: expect.any(String) } } });
  });

  test('is for the highest plan alone, and for everybody where none is sold', async () => {
    const admin = await registered();
    await giveSystemPlan(api, admin, 'plus');

    const refused = await admin.request('POST', '/api/hosts', { host: freshHost(), purposes: ['links'] });
    const list = await admin.request('GET', '/api/hosts');

    expect(refused).toMatchObject({ status: 403, body: { code: 'plan_limit' } });
    expect(list.body).toMatchObject({ items: [], isIncluded: false, target: 'edge.waggle.example' });
  });

  test('gives no client the dashboard, which shows all of them', async () => {
    const admin = await registered();
    const clientId = await clientOf(admin, 'Maple');

    const body = { host: freshHost(), purposes: ['links', 'dashboard'], clientId };
    const answer = await admin.request('POST', '/api/hosts', body);

    expect(answer).toMatchObject({ status: 400, body: { fields: { purposes: expect.any(String) } } });
  });
});

describe('a check', () => {
  test('verifies a name that leads here and carries the token', async () => {
    const admin = await registered();
    const host = await addHost(admin);
    publish(dns, host);

    const { body } = await checkHost(admin, host);

    expect(body).toMatchObject({ state: 'verified', verifiedAt: expect.any(String), failingSince: null });
  });

  test('takes the same addresses where a name can have no CNAME', async () => {
    const admin = await registered();
    const host = await addHost(admin, { host: 'fernhill-apex.example' });
    publish(dns, host);
    dns.zones.set('edge.waggle.example', { a: ['203.0.113.7', '203.0.113.8'], aaaa: ['2001:db8::7'] });
    const lead = (a: string[], aaaa: string[] = []) => dns.zones.set(host.host, { a, aaaa });

    lead(['203.0.113.7'], ['2001:db8::7']);
    const same = await checkHost(admin, host);
    lead(['203.0.113.7', '198.51.100.1']);
    const partly = await checkHost(admin, host);

    expect(same.body.state).toBe('verified');
    expect(partly.body).toMatchObject({ state: 'failing', records: [{ state: 'wrong' }, { state: 'found' }] });
  });

  test('believes neither record alone', async () => {
    const admin = await registered();
    const [leads, claims] = [await addHost(admin), await addHost(admin)];
    publish(dns, leads);
    publish(dns, claims);
    removeProof(leads);
    dns.zones.delete(claims.host);

    const answers = [await checkHost(admin, leads), await checkHost(admin, claims)];

    expect(answers.map(({ body }) => body.state)).toEqual(['pending', 'pending']);
    expect(answers.map(({ body }) => body.records.map((record: { state: string }) => record.state))).toEqual([
      ['found', 'missing'],
      ['missing', 'found'],
    ]);
  });

  test('changes nothing while DNS does not answer', async () => {
    const admin = await registered();
    const host = await verifiedHost(api, dns, admin);
    for (const name of [host.host, `_waggle.${host.host}`]) dns.zones.set(name, { trouble: 'servfail' });

    const { body } = await checkHost(admin, host);

    expect(body).toMatchObject({ state: 'verified', failingSince: null });
  });
});

describe('two organizations that want one name', () => {
  test('a claim that nobody verified never blocks whose name it is', async () => {
    const [thief, owner] = [await registered(), await registered()];
    const claim = await addHost(thief);
    const host = await addHost(owner, { host: claim.host });
    publish(dns, host);

    const own = await checkHost(owner, host);
    const stolen = await checkHost(thief, claim);

    expect(own.body.state).toBe('verified');
    expect(stolen.body).toMatchObject({ state: 'pending', records: [{ state: 'found' }, { state: 'wrong' }] });
  });

  test('a CNAME that was left over verifies nobody else', async () => {
    const [before, after] = [await registered(), await registered()];
    const host = await verifiedHost(api, dns, before);
    await before.request('DELETE', `/api/hosts/${host.id}`);

    const claim = await addHost(after, { host: host.host });
    const { body } = await checkHost(after, claim);

    expect(body.state).toBe('pending');
    expect(await shortUrlOf(after)).not.toContain(host.host);
  });

  test('who was verified first keeps it until its record is gone', async () => {
    const [first, second] = [await registered(), await registered()];
    const host = await verifiedHost(api, dns, first);
    const claim = await addHost(second, { host: host.host });
    publish(dns, claim);

    const taken = await checkHost(second, claim);
    dns.zones.set(`_waggle.${host.host}`, { txt: [claim.records[1]!.value] });
    await checkHost(first, host);
    const moved = await checkHost(second, claim);

    expect(taken).toMatchObject({ status: 409, body: { code: 'domain_taken' } });
    expect(moved.body.state).toBe('verified');
    expect(await shortUrlOf(second)).toContain(`//${host.host}/qr/`);
    // Failing for less than a week, and all the same another's now.
    expect(await shortUrlOf(first)).toMatch(/^https:\/\/lnk\.waggle\.example\/qr\//);
  });
});

describe('a name whose records are gone', () => {
  const agedBy = (host: Host, days: number) =>
    api.db.owner.query(`update hosts set failing_since = now() - make_interval(days => $2) where id = $1`, [
      host.id,
      days,
    ]);

  test('is used for new links for a week, then no longer, and the admins are told once', async () => {
    const admin = await registered();
    const host = await verifiedHost(api, dns, admin);
    removeProof(host);
    const failing = await checkHost(admin, host);
    const [inTime] = [await shortUrlOf(admin), await agedBy(host, 7)];
    const stopped = await checkHost(admin, host);
    await checkHost(admin, host);

    const later = await shortUrlOf(admin);
    const { rows } = await api.db.owner.query(`select payload from outbox_events where name = 'host.stopped'`);

    expect([failing.body.state, stopped.body.state]).toEqual(['failing', 'stopped']);
    expect(inTime).toContain(host.host);
    expect(later).not.toContain(host.host);
    expect(rows.filter(({ payload }) => payload.hostId === host.id)).toHaveLength(1);
  });

  test('is used again when they are back', async () => {
    const admin = await registered();
    const host = await verifiedHost(api, dns, admin);
    removeProof(host);
    await checkHost(admin, host);
    await agedBy(host, 8);
    await checkHost(admin, host);
    publish(dns, host);

    const { body } = await checkHost(admin, host);

    expect(body).toMatchObject({ state: 'verified', failingSince: null });
    expect(await shortUrlOf(admin)).toContain(host.host);
  });

  test('is found due by the sweep and checked by the job', async () => {
    const admin = await registered();
    const host = await verifiedHost(api, dns, admin);
    removeProof(host);
    await api.db.owner.query(`update hosts set next_check_at = now() - interval '1 second' where id = $1`, [host.id]);
    const handlers = hostHandlers(createSettings(api));
    const act = (job: unknown, ctx: unknown, payload: unknown) =>
      handlers.find((handler) => handler.job === job)!.act(ctx as never, payload, {} as never);

    await act(findDueHosts, { database: api.database }, {});
    const { rows } = await api.db.owner.query(
      `select data from pgboss.job_common where name = 'settings.check-host' and data->'payload'->>'hostId' = $1`,
      [host.id],
    );
    await act(checkDueHost, backgroundContext(api.database, rows[0].data.organizationId, 'test'), { hostId: host.id });
    await act(checkDueHost, backgroundContext(api.database, rows[0].data.organizationId, 'test'), {
      hostId: admin.user.id,
    });

    expect(rows).toHaveLength(1);
    expect((await listed(admin))[0]).toMatchObject({ state: 'failing' });
  });
});

describe('new links', () => {
  test("begin with the client's name, else with the organization's, else as those of everybody", async () => {
    const admin = await registered();
    const [maple, rye] = [await clientOf(admin, 'Maple'), await clientOf(admin, 'Rye')];
    const before = await shortUrlOf(admin);
    const own = await verifiedHost(api, dns, admin, { clientId: null });
    const client = await verifiedHost(api, dns, admin, { clientId: maple });

    const urls = await Promise.all([null, maple, rye].map((clientId) => shortUrlOf(admin, clientId)));

    expect(before).toMatch(/^https:\/\/lnk\.waggle\.example\/qr\//);
    expect(urls.map((url) => new URL(url).host)).toEqual([own.host, client.host, own.host]);
  });

  test('are for what the name is used for, and of several the first one counts', async () => {
    const admin = await registered();
    const forms = await verifiedHost(api, dns, admin, { purposes: ['forms'] });
    const [one, two] = [await verifiedHost(api, dns, admin), await verifiedHost(api, dns, admin)];
    const first = await shortUrlOf(admin);
    await admin.request('PUT', `/api/hosts/${two.id}`, { position: 0 });
    await admin.request('PUT', `/api/hosts/${one.id}`, { position: 5 });

    expect(first).toContain(one.host);
    await expect.poll(() => shortUrlOf(admin)).toContain(two.host);
    const form = await admin.request('POST', '/api/forms', {
      name: 'Join',
      fields: [{ id: 'field_1', type: 'email', label: 'Email' }],
      settings: { title: 'Join' },
      clientId: null,
    });
    expect(new URL(form.body.url).host).toBe(forms.host);
  });

  test('are as those of everybody when the plan ends, and again with the name when it is back', async () => {
    const admin = await registered();
    const host = await verifiedHost(api, dns, admin);
    await giveSystemPlan(api, admin, 'core');
    await expect.poll(() => shortUrlOf(admin)).not.toContain(host.host);
    const kept = await listed(admin);

    await giveSystemPlan(api, admin);

    expect(kept).toMatchObject([{ id: host.id, state: 'verified' }]);
    await expect.poll(() => shortUrlOf(admin)).toContain(host.host);
  });

  test('are as those of everybody once the name is removed', async () => {
    const admin = await registered();
    const host = await verifiedHost(api, dns, admin);

    const removed = await admin.request('DELETE', `/api/hosts/${host.id}`);

    expect(removed.status).toBe(204);
    await expect.poll(() => shortUrlOf(admin)).not.toContain(host.host);
  });
});
