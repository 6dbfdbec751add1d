import { TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAccounts } from '../../src/features/accounts/create-accounts.ts';
import { createMailer } from '../../src/platform/mail/mail.ts';
import { createRateLimits } from '../../src/platform/rate-limits.ts';
import { linkIn } from '../harness/mail-catcher.ts';
import { goodPassword } from '../harness/people.ts';
import { type Caller, createCaller, startTestApi, type TestApi } from '../harness/test-api.ts';
import { createTenantFixture, enter, openSession } from '../matrix/tenant-fixture.ts';
import type { TenantFixture } from '../matrix/tenant.ts';
import { say } from '../matrix/say.ts';
import { until } from '../matrix/until.ts';

/** Thousands of requests on a machine that may be busy with other tests. */

let api: TestApi;
let tenant: TenantFixture;
beforeAll(async () => {
  api = await startTestApi({ workers: true });
  tenant = await createTenantFixture(api);
});
afterAll(() => api.close());

const tokenOf = ({ cookie }: Pick<Caller, 'cookie'>): string =>
  /waggle\.session_token=([0-9a-f]+)/.exec(cookie)?.[1] ?? 'none';

const statusWith = async (cookie: string): Promise<number> =>
  (await createCaller(api.app, cookie).request('GET', '/api/auth/me')).status;

const ended = (cookie: string) => until(async () => (await statusWith(cookie)) === 401);

const signIn = (caller: Caller, email: string, password = goodPassword) =>
  caller.request('POST', '/api/auth/login', { email, password });

describe('T19 the rights of somebody whose role was changed', () => {
  test('are the new ones from the next call on, also for calls that were under way', async () => {
    const admin = await enter(api, tenant, 'ADMIN');
    const person = await enter(api, tenant, 'USER');
    const statuses: number[] = [];

    for (let turn = 0; turn < 25; turn += 1) {
      const role = turn % 2 === 0 ? 'VIEWER' : 'USER';
      const under = Array.from({ length: 5 }, () => person.request('GET', '/api/tags'));
      const changed = await admin.request('PUT', `/api/team/members/${person.userId}`, { role });
      const { status } = await person.request('POST', '/api/tags', { name: `Turn ${turn}` });
      await Promise.all(under);
      const { status: later } = await person.request('POST', '/api/tags', { name: `Later ${turn}` });
      if (changed.status !== 200 || (status === 403) !== (role === 'VIEWER') || status !== later)
        statuses.push(changed.status, status, later);
    }
    await admin.request('PUT', `/api/team/members/${person.userId}`, { role: 'USER' });

    expect(statuses).toEqual([]);
  });
});

describe('T19 the session somebody came with', () => {
  test('is dead after signing in, even one that an attacker had opened and planted', async () => {
    const planted = await openSession(api, tenant.people.VIEWER.id);
    const browser = createCaller(api.app, planted.cookie);

    const answer = await signIn(browser, tenant.people.USER.email);

    expect(answer.status).toBe(200);
    expect(tokenOf(browser)).toMatch(/^01[0-9a-f]{64}$/);
    expect(tokenOf(browser)).not.toBe(planted.token);
    expect(await statusWith(planted.cookie)).toBe(401);
    expect(answer.body.email).toBe(tenant.people.USER.email);
  });

  test('never takes the value of an invented cookie', async () => {
    const invented = `01${'ab'.repeat(32)}`;
    const browser = createCaller(api.app, `waggle.session_token=${invented}`);

    await signIn(browser, tenant.people.USER.email);

    expect(tokenOf(browser)).not.toBe(invented);
    expect(await statusWith(`waggle.session_token=${invented}`)).toBe(401);
  });

  test('is renewed when two-factor is turned on, and again when it is turned off', async () => {
    const browser = await enter(api, tenant, 'other');
    const first = { cookie: browser.cookie };
    const started = await browser.request('POST', '/api/profile/two-factor/start', { password: goodPassword });
    const code = new TOTP({ secret: started.body.secret }).generate();

    await browser.request('POST', '/api/profile/two-factor/confirm', { code });
    const second = { cookie: browser.cookie };
    await browser.request('POST', '/api/profile/two-factor/disable', { password: goodPassword, code });

    expect(new Set([first, second, browser].map(tokenOf)).size).toBe(3);
    expect([await ended(first.cookie), await ended(second.cookie)]).toEqual([true, true]);
    expect(await statusWith(browser.cookie)).toBe(200);
  });

  test('ends with a reset, everywhere', async () => {
    const { email } = tenant.people.limited;
    const browsers = [await enter(api, tenant, 'limited'), await enter(api, tenant, 'limited')];
    for (const browser of browsers) expect(await statusWith(browser.cookie)).toBe(200);
    await api.visitor().request('POST', '/api/auth/forgot-password', { email });
    const token = new URL(linkIn(await api.mail.waitFor(email))).searchParams.get('token');

    const typed = { password: 'amber meadow 77', confirmPassword: 'amber meadow 77' };
    const reset = await api.visitor().request('POST', '/api/auth/reset-password', { token, ...typed });

    expect(reset.status).toBe(204);
    expect(reset.cookies).toEqual([]);
    for (const browser of browsers) expect(await ended(browser.cookie)).toBe(true);
  });

  test('ends elsewhere when the password is changed', async () => {
    const [here, there] = [await enter(api, tenant, 'VIEWER'), await enter(api, tenant, 'VIEWER')];
    const typed = { password: 'amber meadow 77', confirmPassword: 'amber meadow 77' };

    await here.request('POST', '/api/profile/password', { currentPassword: goodPassword, ...typed });

    expect(await ended(there.cookie)).toBe(true);
    expect(await statusWith(here.cookie)).toBe(200);
  });

  test('ends with its time, also when the process remembers it', async () => {
    const browser = await enter(api, tenant, 'ADMIN');
    expect(await statusWith(browser.cookie)).toBe(200);

    await api.db.owner.query(`update directory.sessions set expires_at = now() - interval '1 second' where id = $1`, [
      browser.sessionId,
    ]);

    expect(await ended(browser.cookie)).toBe(true);
  });
});

describe('S11 the age of a session', () => {
  const startedDaysAgo = (sessionId: string, days: number, remembered: boolean) =>
    api.db.owner.query(
      `update directory.sessions set started_at = now() - make_interval(days => $2), remembered = $3,
         expires_at = now() + interval '1 day', last_seen_at = now() - interval '1 hour' where id = $1`,
      [sessionId, days, remembered],
    );

  test.each([
    ['without remember me', 7, false],
    ['with remember me', 30, true],
  ])('S11: has an end %s, after %i days, however often it is used', async (_, days, remembered) => {
    const browsers = [await enter(api, tenant, 'other'), await enter(api, tenant, 'other')];
    await startedDaysAgo(browsers[0]!.sessionId, days - 1, remembered);
    await startedDaysAgo(browsers[1]!.sessionId, days, remembered);

    expect(await ended(browsers[1]!.cookie)).toBe(true);
    expect(await statusWith(browsers[0]!.cookie)).toBe(200);
    const { rows } = await api.db.owner.query(
      `select expires_at <= started_at + make_interval(days => $2) as bounded from directory.sessions where id = $1`,
      [browsers[0]!.sessionId, days],
    );
    expect(rows).toEqual([{ bounded: true }]);
  });

  test('S11: counts from the first sign-in when the session is renewed', async () => {
    const browser = await enter(api, tenant, 'other');
    await startedDaysAgo(browser.sessionId, 6, false);
    const started = await browser.request('POST', '/api/profile/two-factor/start', { password: goodPassword });
    const code = new TOTP({ secret: started.body.secret }).generate();

    await browser.request('POST', '/api/profile/two-factor/confirm', { code });

    const { rows } = await api.db.owner.query(
      `select started_at < now() - interval '5 days' as old, expires_at < now() + interval '25 hours' as bounded
       from directory.sessions where user_id = $1 order by created_at desc limit 1`,
      [tenant.people.other.id],
    );
    expect(rows).toEqual([{ old: true, bounded: true }]);
    await browser.request('POST', '/api/profile/two-factor/disable', { password: goodPassword, code });
  });
});

describe('T20 session tokens', () => {
  test('are never the same, and as random as coin flips', async () => {
    const limits = createRateLimits(api.database.pool, true);
    const mailer = createMailer(api.config);
    const { engine } = createAccounts({ config: api.config, database: api.database, limits, mailer });
    const { internalAdapter } = await engine.$context;
    const make = async () => (await internalAdapter.createSession(tenant.people.USER.id)).token;
    const tokens: string[] = [];
    for (let batch = 0; batch < 200; batch += 1) tokens.push(...(await Promise.all(Array.from({ length: 50 }, make))));
    mailer.close();

    const counts = new Map<string, number>();
    for (const digit of tokens.map((token) => token.slice(2)).join('')) counts.set(digit, (counts.get(digit) ?? 0) + 1);
    const expected = (tokens.length * 64) / 16;
    const chiSquare = [...counts.values()].reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);

    say(
      `session tokens: ${tokens.length} made, ${tokens.length - new Set(tokens).size} repeats, chi-square ${chiSquare.toFixed(1)}`,
    );
    expect(new Set(tokens).size).toBe(10_000);
    // 15 degrees of freedom: chance exceeds this once in a million runs.
    expect(chiSquare).toBeLessThan(57);
  });
});
