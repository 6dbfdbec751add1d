import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { endpoints } from '../../src/features.ts';
import { type DnsServer, startDnsServer } from '../harness/dns-server.ts';
import { type CaughtMail, linkIn } from '../harness/mail-catcher.ts';
import { giveSystemPlan, verifiedHost } from '../harness/own-hosts.ts';
import { goodPassword, type Person, registerAdmin } from '../harness/people.ts';
import { publicUrl, startTestApi, type TestApi } from '../harness/test-api.ts';

let dns: DnsServer;
let api: TestApi;
let admin: Person;
let stranger: Person;
/** The dashboard of the admin's organization, and a name for its links alone. */
const names = { dashboard: '', links: '' };
beforeAll(async () => {
  dns = await startDnsServer();
  api = await startTestApi({ workers: true, env: { DNS_SERVERS: dns.address } });
  [admin, stranger] = [await registerAdmin(api), await registerAdmin(api)];
  names.dashboard = (await verifiedHost(api, dns, admin, { purposes: ['dashboard', 'links'] })).host;
  names.links = (await verifiedHost(api, dns, admin, { purposes: ['links'] })).host;
});
afterAll(async () => {
  await api.close();
  await dns.close();
});

const own = () => ({ host: names.dashboard });
const credentials = ({ user }: Person) => ({ email: user.email, password: goodPassword });
const login = (person: Person, headers: Record<string, string>, password = goodPassword) =>
  api.visitor().request('POST', '/api/auth/login', { ...credentials(person), password }, headers);

/** What each public call takes that knows somebody by a token alone. */
async function tokensOf(person: Person): Promise<Record<string, object>> {
  const { body: client } = await person.request('POST', '/api/clients', { name: 'Juniper' });
  const { body: link } = await person.request('POST', `/api/clients/${client.id}/guest-links`, { name: 'Hannah' });
  const guest = { token: link.url.split('/guest/')[1] };
  const invited = `invited${client.id}@others.example`;
  await person.request('POST', '/api/team/invitations', { email: invited, role: 'USER' });
  const token = new URL(linkIn(await api.mail.waitFor(invited))).searchParams.get('token');
  await api.visitor().request('POST', '/api/auth/forgot-password', { email: person.user.email });
  const isReset = (mail: CaughtMail) => mail.to === person.user.email && mail.text.includes('/auth/reset-password');
  await vi.waitFor(() => expect(api.mail.mails.some(isReset)).toBe(true), 20_000);
  const reset = new URL(linkIn(api.mail.mails.findLast(isReset)!)).searchParams.get('token');
  return {
    'auth.reset-password': { token: reset, password: goodPassword, confirmPassword: goodPassword },
    'auth.read-invitation': { token },
    'auth.accept-invitation': { token, name: 'Ann', password: goodPassword, confirmPassword: goodPassword },
    'guests.read': guest,
    'guests.open': guest,
  };
}

describe('T22 the dashboard under a host name of an organization', () => {
  test('lets its people in, with a cookie of that host alone', async () => {
    const visitor = api.visitor();

    const signedIn = await visitor.request('POST', '/api/auth/login', credentials(admin), own());
    const me = await visitor.request('GET', '/api/auth/me', undefined, own());

    expect([signedIn.status, me.body.email]).toEqual([200, admin.user.email]);
    expect(signedIn.cookies.length).toBeGreaterThan(0);
    for (const cookie of signedIn.cookies) expect(cookie).not.toMatch(/domain=/i);
  });

  test('answers people of others as if their password were wrong', async () => {
    const right = await login(stranger, own());
    const wrong = await login(stranger, own(), 'another harbour 42');
    const unknown = await api
      .visitor()
      .request('POST', '/api/auth/login', { email: 'nobody@nowhere.example', password: goodPassword }, own());
    const elsewhere = await login(stranger, {});

    expect([right, wrong, unknown].map(({ status, body }) => ({ status, body }))).toEqual(
      Array.from({ length: 3 }, () => ({
        status: 401,
        body: { code: 'wrong_credentials', message: 'Incorrect email or password.' },
      })),
    );
    expect(elsewhere.status).toBe(200);
  });

  test('takes no session of another organization, whoever put its cookie there', async () => {
    const theirs = await stranger.request('GET', '/api/auth/me', undefined, own());
    const write = await stranger.request('POST', '/api/tags', { name: 'x' }, own());
    const ours = await admin.request('GET', '/api/auth/me', undefined, own());

    expect([theirs.status, write.status, ours.status]).toEqual([401, 401, 200]);
  });

  test('makes no other organization and takes no invitation of one', async () => {
    const mode = await api.visitor().request('GET', '/api/auth/registration', undefined, own());
    const registered = await api.visitor().request(
      'POST',
      '/api/auth/register',
      {
        name: 'New',
        email: 'new@new.example',
        password: goodPassword,
        confirmPassword: goodPassword,
        organizationName: 'New',
        organizationType: 'BUSINESS',
      },
      own(),
    );
    await stranger.request('POST', '/api/team/invitations', { email: 'guest@others.example', role: 'USER' });
    const token = new URL(linkIn(await api.mail.waitFor('guest@others.example'))).searchParams.get('token');
    const read = (headers = {}) => api.visitor().request('POST', '/api/auth/read-invitation', { token }, headers);

    expect(mode.body.mode).toBe('invite');
    expect(registered).toMatchObject({ status: 403, body: { code: 'registration_closed' } });
    expect([(await read(own())).status, (await read()).status]).toEqual([410, 200]);
  });

  test('knows no token of another organization, of any public call that takes one', async () => {
    const taking = endpoints.filter(({ needs, body }) => needs === 'public' && body && 'token' in body.shape);
    const tokens = await tokensOf(await registerAdmin(api));
    const at = async (headers: Record<string, string>) => {
      const answers: [string, number, string][] = [];
      for (const { name, method, path } of taking) {
        const answer = await api.visitor().request(method, path, tokens[name], headers);
        answers.push([name, answer.status, answer.body?.code]);
        if (answer.status >= 400) expect(JSON.stringify(answer.body), name).not.toContain('Juniper');
      }
      return answers;
    };

    const elsewhere = await at(own());
    const here = await at({});

    expect(taking.map(({ name }) => name).toSorted()).toEqual(Object.keys(tokens).toSorted());
    expect(Object.fromEntries(elsewhere.map(([name, status]) => [name, status]))).toEqual({
      'auth.reset-password': 410,
      'auth.read-invitation': 410,
      'auth.accept-invitation': 410,
      'guests.read': 404,
      'guests.open': 404,
    });
    expect(here.filter(([, status]) => status >= 300)).toEqual([]);
  });

  test('opens guest links of its own organization, which begin with it', async () => {
    const { body: client } = await admin.request('POST', '/api/clients', { name: 'Juniper' });
    const { body: link } = await admin.request('POST', `/api/clients/${client.id}/guest-links`, { name: 'Hannah' });
    const visitor = api.visitor();

    const opened = await visitor.request('POST', '/api/guest/open', { token: link.url.split('/guest/')[1] }, own());
    const me = await visitor.request('GET', '/api/auth/me', undefined, { ...own(), 'waggle-guest': '1' });

    expect(new URL(link.url).host).toBe(names.dashboard);
    expect([opened.status, me.body.role]).toEqual([204, 'GUEST']);
  });

  test('T18 takes unsafe calls from its own pages alone', async () => {
    const from = (origin: string, headers: Record<string, string>) =>
      admin.request('POST', '/api/tags', { name: `tag ${origin} ${headers['host'] ?? ''}` }, { origin, ...headers });
    const at = `http://${names.dashboard}`;

    const answers = await Promise.all([
      from(at, own()),
      from(publicUrl, own()),
      from(`http://${names.links}`, own()),
      from('https://evil.example', own()),
      from(at, {}),
      from(publicUrl, {}),
    ]);

    expect(answers.map(({ status }) => status)).toEqual([201, 403, 403, 403, 403, 201]);
  });

  test('is not found under a name for links, and 421 under one of nobody', async () => {
    const at = (host: string, url: string) => admin.request('GET', url, undefined, { host });

    const answers = await Promise.all([
      at(names.links, '/api/auth/me'),
      at(names.links, '/dashboard'),
      at(names.links, '/api/openapi.json'),
      at('unknown.example', '/api/auth/me'),
      at(`${names.dashboard}.evil.example`, '/api/auth/me'),
      at(`${names.dashboard.toUpperCase()}.:80`, '/api/auth/me'),
    ]);

    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 421, 421, 200]);
  });

  test('mails links of its own verified name, whatever the Host of the request said', async () => {
    const reset = async (email: string, headers = {}) => {
      const before = api.mail.mails.length;
      await api.visitor().request('POST', '/api/auth/forgot-password', { email }, headers);
      const isReset = (mail: CaughtMail) => mail.to === email && mail.text.includes('/auth/reset-password');
      await vi.waitFor(() => expect(api.mail.mails.slice(before).some(isReset)).toBe(true), 20_000);
      return new URL(linkIn(api.mail.mails.findLast(isReset)!)).host;
    };

    // A worker knows of a new name some seconds later.
    await expect.poll(() => reset(admin.user.email), { timeout: 30_000 }).toBe(names.dashboard);
    await admin.request('POST', '/api/team/invitations', { email: 'guest@ours.example', role: 'USER' });
    const invited = await api.mail.waitFor('guest@ours.example');

    expect(await reset(stranger.user.email, own())).toBe(new URL(publicUrl).host);
    expect(new URL(linkIn(invited)).host).toBe(names.dashboard);
  });

  test('leads to the address of the installation when the plan has ended', async () => {
    await giveSystemPlan(api, admin, 'core');
    const at = (url: string) => admin.request('GET', url, undefined, own());

    await expect.poll(async () => (await at('/dashboard/contacts?a=b')).status).toBe(302);
    const page = await at('//evil.example/dashboard');
    const call = await at('/api/auth/me');

    expect((await at('/dashboard/contacts?a=b')).headers['location']).toBe(`${publicUrl}/dashboard/contacts?a=b`);
    expect(page.headers['location']).toBe(`${publicUrl}//evil.example/dashboard`);
    expect(call.status).toBe(421);
    await giveSystemPlan(api, admin);
    await expect.poll(async () => (await at('/api/auth/me')).status).toBe(200);
  });

  test('leads there too once its records have been gone for a week, and nobody signs in', async () => {
    const { host } = await verifiedHost(api, dns, admin, { purposes: ['dashboard', 'links'] });
    const become = (state: string) => api.db.owner.query('update hosts set state = $2 where host = $1', [host, state]);
    const at = (url: string) => admin.request('GET', url, undefined, { host });
    await become('failing');
    await expect.poll(async () => (await at('/api/auth/me')).status).toBe(200);

    await become('stopped');

    await expect.poll(async () => (await at('/auth/login')).status).toBe(302);
    expect((await at('/auth/login')).headers['location']).toBe(`${publicUrl}/auth/login`);
    expect([(await at('/api/auth/me')).status, (await login(admin, { host })).status]).toEqual([421, 421]);
  });
});

describe('the question of a proxy for a certificate', () => {
  const ask = async (query: string, host = '127.0.0.1:3000') => {
    const answer = await api.app.inject({ method: 'GET', url: `/internal/tls/ask${query}`, headers: { host } });
    return [answer.statusCode, answer.body] as const;
  };

  test('is yes for names that answer here, by whatever address it comes, and no for all others', async () => {
    const pending = await admin.request('POST', '/api/hosts', {
      host: 'claimed.fernhill.example',
      purposes: ['links'],
    });
    expect(pending.status).toBe(201);

    const yes = await Promise.all(
      ['waggle.test', names.links, names.dashboard.toUpperCase()].map((name) => ask(`?domain=${name}`)),
    );
    const no = await Promise.all(
      [
        '?domain=evil.example',
        '?domain=claimed.fernhill.example',
        '?domain=',
        '',
        '?domain=a&domain=b',
        '?domain=%00',
      ].map((query) => ask(query)),
    );

    expect(yes).toEqual(Array.from({ length: 3 }, () => [200, '']));
    expect(no).toEqual(Array.from({ length: 6 }, () => [404, '']));
  });

  test('is yes after the plan ended, so that printed codes go on, and no once the name is removed', async () => {
    const host = await verifiedHost(api, dns, stranger, { purposes: ['links'] });
    await giveSystemPlan(api, stranger, 'lite');
    const lapsed = await ask(`?domain=${host.host}`);

    await stranger.request('DELETE', `/api/hosts/${host.id}`);

    expect(lapsed).toEqual([200, '']);
    await expect.poll(async () => (await ask(`?domain=${host.host}`))[0]).toBe(404);
  });

  test('is limited for each address', async () => {
    const limited = await startTestApi({ env: { UNSAFE_NO_RATE_LIMITS: 'false' } });
    const answers = await Promise.all(
      Array.from({ length: 700 }, () =>
        limited.app.inject({ method: 'GET', url: '/internal/tls/ask?domain=evil.example' }),
      ),
    );
    await limited.close();

    expect(new Set(answers.map(({ statusCode }) => statusCode))).toContain(429);
  });
});
