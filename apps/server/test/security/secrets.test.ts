import { inspect } from 'node:util';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { endpoints } from '../../src/features.ts';
import { someOf } from '../harness/cases.ts';
import { type CaughtMail, linkIn } from '../harness/mail-catcher.ts';
import { goodPassword } from '../harness/people.ts';
import { startTestApi, type TestApi } from '../harness/test-api.ts';
import { createTenantFixture, enter, tenantsFor } from '../matrix/tenant-fixture.ts';
import { call, sampleOf } from '../matrix/samples.ts';
import { say } from '../matrix/say.ts';
import { leavesOf, withValue } from '../matrix/slots.ts';

/** Thousands of requests on a machine that may be busy with other tests. */

const lines: string[] = [];
let api: TestApi;
beforeAll(async () => {
  const logTo = { write: (line: string) => void lines.push(line) };
  // Libraries that print past the log are read as well.
  for (const method of ['log', 'warn', 'error'] as const)
    vi.spyOn(console, method).mockImplementation((...parts: unknown[]) => void lines.push(inspect(parts)));
  api = await startTestApi({ workers: true, env: { LOG_LEVEL: 'trace' }, logTo });
});
afterAll(async () => {
  vi.restoreAllMocks();
  await api.close();
});

/** Long and unlike anything else, and good enough to be a password, a token or a name. */
const canary = 'Canary-7f3a91c2e4-Zw9Kq2';

const canaryHeaders = {
  authorization: `Bearer ${canary}`,
  cookie: `waggle.session_token=${canary}; waggle.two_factor=${canary}; waggle.device=${canary}`,
  'x-api-key': canary,
};

/** Every call with the canary in one place after another; answers what was refused. */
async function plantEverywhere(): Promise<{ planted: number; refusals: string[] }> {
  const refusals: string[] = [];
  let planted = 0;
  const tenantFor = tenantsFor(api);
  for (const [at, endpoint] of endpoints.entries()) {
    const tenant = await tenantFor(endpoint);
    const guest = await enter(api, tenant, 'ADMIN');
    const input = await sampleOf(endpoint, { api, tenant, guest });
    const headers = { ...canaryHeaders, cookie: `${guest.cookie}; ${canaryHeaders.cookie}` };
    const inputs = [
      ...someOf(leavesOf(endpoint), at).map(({ part, path }) =>
        withValue(input, { endpoint, part, path, entity: 'client' }, canary),
      ),
      { ...input, query: { ...(input.query as object), token: canary, password: canary } },
      { ...input, body: { ...(input.body as object), secret: canary, card: canary } },
    ];
    for (const bad of inputs) {
      const answers = [
        await call(guest, endpoint, bad, headers),
        await call(api.visitor(), endpoint, bad, canaryHeaders),
      ];
      planted += answers.length;
      for (const { status, body } of answers) if (status >= 400) refusals.push(JSON.stringify(body));
    }
  }
  return { planted, refusals };
}

describe('T41 a secret', () => {
  test('given in any input shows up in no log line and no refusal', async () => {
    const { planted, refusals } = await plantEverywhere();

    say(`secrets: ${planted} requests with a canary, ${lines.length} log lines`);
    expect(refusals.length).toBeGreaterThan(100);
    expect(lines.length).toBeGreaterThanOrEqual(planted);
    expect(refusals.filter((text) => text.includes(canary))).toEqual([]);
    expect(lines.filter((line) => line.includes(canary))).toEqual([]);
  });

  test('stays out of logs and answers when the database fails in the middle', async () => {
    const tenant = await createTenantFixture(api);
    const guest = await enter(api, tenant, 'ADMIN');
    const tables = ['directory.accounts', 'clients', 'invitations'];
    for (const table of tables)
      await api.db.owner.query(`alter table ${table} rename to ${table.split('.').at(-1)}_away`);
    const before = lines.length;

    const answers = [
      await api.visitor().request('POST', '/api/auth/login', { email: tenant.people.ADMIN.email, password: canary }),
      await api.visitor().request('POST', '/api/auth/register', {
        name: 'Somebody',
        email: `new@${tenant.mark}.example`,
        password: canary,
        confirmPassword: canary,
        organizationName: 'Somewhere',
      }),
      await guest.request('POST', '/api/profile/password', {
        currentPassword: canary,
        password: canary,
        confirmPassword: canary,
      }),
      await guest.request('POST', '/api/profile/two-factor/start', { password: canary }),
      await guest.request('DELETE', '/api/organization', { name: tenant.name, password: canary }),
      await guest.request('GET', '/api/clients'),
    ];
    for (const table of tables)
      await api.db.owner.query(`alter table ${table}_away rename to ${table.split('.').at(-1)}`);

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([500]));
    for (const { body } of answers) expect(body).toEqual({ code: 'failed', message: 'An unexpected error occurred' });
    // Jobs that run meanwhile fail as well, and say so in words of their own.
    const told = lines.slice(before).filter((line) => line.includes('a request failed'));
    expect(told.filter((line) => line.includes('"level":"error"')).length).toBe(answers.length);
    expect(lines.filter((line) => line.includes(canary))).toEqual([]);
  });

  test('that is real lies neither in the log nor in any table', async () => {
    const tenant = await createTenantFixture(api);
    const { email } = tenant.people.USER;
    const browser = api.visitor();
    await browser.request('POST', '/api/auth/login', { email, password: goodPassword });
    const started = await browser.request('POST', '/api/profile/two-factor/start', { password: goodPassword });
    const code = new TOTP({ secret: started.body.secret }).generate();
    await browser.request('POST', '/api/profile/two-factor/confirm', { code });
    const half = api.visitor();
    await half.request('POST', '/api/auth/login', { email, password: goodPassword });
    await api.visitor().request('POST', '/api/auth/forgot-password', { email });
    const admin = await enter(api, tenant, 'ADMIN');
    await admin.request('POST', '/api/team/invitations', { email: `invited@${tenant.mark}.example` });
    // A new device and a second factor are mailed about too; those links hold no secret.
    const withToken = (mail: CaughtMail) => mail.text.includes('token=');
    const links = await Promise.all(
      [email, `invited@${tenant.mark}.example`].map((to) => api.mail.waitFor(to, withToken)),
    );
    const secrets = [
      goodPassword,
      started.body.secret,
      ...started.body.recoveryCodes,
      ...[browser, half].flatMap(({ cookie }) =>
        cookie.split('; ').map((pair) => pair.slice(pair.indexOf('=') + 1).split('.')[0]!),
      ),
      ...links.map((mail) => new URL(linkIn(mail)).searchParams.get('token')!),
    ].filter((secret) => secret.length > 7);

    const stored = await everything();

    say(`secrets: ${secrets.length} real ones, ${stored.length} characters of tables`);
    expect(secrets.length).toBeGreaterThan(15);
    expect(secrets.filter((secret) => stored.includes(secret))).toEqual([]);
    expect(secrets.filter((secret) => lines.some((line) => line.includes(secret)))).toEqual([]);
  });
});

/** All rows of all tables, the job queue's included, as one text. */
async function everything(): Promise<string> {
  const { rows } = await api.db.owner.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'directory', 'pgboss')`,
  );
  const texts: string[] = [];
  for (const { name } of rows) {
    const table = await api.db.owner.query<{ text: string | null }>(
      `select string_agg(t::text, chr(10)) as text from ${name} t`,
    );
    texts.push(table.rows[0]?.text ?? '');
  }
  return texts.join('\n');
}
