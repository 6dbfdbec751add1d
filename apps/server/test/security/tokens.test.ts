import { randomUUID } from 'node:crypto';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { invitationToken, readInvitationToken } from '../../src/features/accounts/team/invitation-token.ts';
import { linkIn } from '../harness/mail-catcher.ts';
import { goodPassword } from '../harness/people.ts';
import { type Caller, createCaller, startTestApi, type TestApi } from '../harness/test-api.ts';
import { createTenantFixture, enter, insertInvitation } from '../matrix/tenant-fixture.ts';
import type { TenantFixture } from '../matrix/tenant.ts';
import { say } from '../matrix/say.ts';

/** Thousands of requests on a machine that may be busy with other tests. */

let api: TestApi;
let tenant: TenantFixture;
beforeAll(async () => {
  // Limits on: what a device cookie is worth shows only when a stranger has used up an account's tries.
  api = await startTestApi({ workers: true, env: { UNSAFE_NO_RATE_LIMITS: 'false', TRUSTED_PROXIES: '127.0.0.1' } });
  tenant = await createTenantFixture(api);
});
afterAll(() => api.close());

let addresses = 0;
const elsewhere = () => ({ 'x-forwarded-for': `10.1.${(addresses += 1) >> 8}.${addresses & 255}` });
const post = (path: string, body: object, cookie = '') =>
  createCaller(api.app, cookie).request('POST', path, body, elsewhere());
const typed = { password: 'amber meadow 77', confirmPassword: 'amber meadow 77' };

async function mailedReset(email: string, seen: string[] = []): Promise<string> {
  await post('/api/auth/forgot-password', { email });
  const mail = await api.mail.waitFor(email, ({ text }) => seen.every((token) => !text.includes(token)));
  return new URL(linkIn(mail)).searchParams.get('token') ?? '';
}

const invitationLink = async (): Promise<string> =>
  invitationToken(api.config.SECRET_KEY, {
    organizationId: tenant.organizationId,
    id: await insertInvitation(api, tenant, null),
    version: 1,
  });

/** Everything after the name, as the browser would send it back. */
const cookieValue = ({ cookie }: Pick<Caller, 'cookie'>, name: string): string =>
  cookie
    .split('; ')
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1) ?? '';

async function turnTwoFactorOn(tenant: TenantFixture): Promise<TOTP> {
  const guest = await enter(api, tenant, 'ADMIN');
  const started = await guest.request('POST', '/api/profile/two-factor/start', { password: goodPassword }, elsewhere());
  const totp = new TOTP({ secret: started.body.secret });
  await guest.request('POST', '/api/profile/two-factor/confirm', { code: totp.generate() }, elsewhere());
  return totp;
}

async function challenge(tenant: TenantFixture): Promise<Caller> {
  const browser = api.visitor();
  const body = { email: tenant.people.ADMIN.email, password: goodPassword };
  const answer = await browser.request('POST', '/api/auth/login', body, elsewhere());
  expect(answer.body.code).toBe('two_factor_required');
  return browser;
}

describe('T23 a token', () => {
  test('opens the door it was made for, and no other', async () => {
    const totp = await turnTwoFactorOn(tenant);
    const known = api.visitor();
    await known.request(
      'POST',
      '/api/auth/login',
      { email: tenant.people.USER.email, password: goodPassword },
      elsewhere(),
    );
    for (let guess = 0; guess < 20; guess += 1)
      await post('/api/auth/login', { email: tenant.people.USER.email, password: 'not the password' });

    const tokens = {
      reset: await mailedReset(tenant.people.VIEWER.email),
      invitation: await invitationLink(),
      session: cookieValue(await enter(api, tenant, 'limited'), 'waggle.session_token'),
      challenge: cookieValue(await challenge(tenant), 'waggle.two_factor'),
      device: cookieValue(known, 'waggle.device'),
    };
    const doors: Record<keyof typeof tokens, (token: string) => Promise<number>> = {
      reset: async (token) => (await post('/api/auth/reset-password', { token, ...typed })).status,
      invitation: async (token) =>
        (await post('/api/auth/accept-invitation', { token, name: 'Somebody', ...typed })).status,
      session: async (token) =>
        (await createCaller(api.app, `waggle.session_token=${token}`).request('GET', '/api/auth/me')).status,
      challenge: async (token) =>
        (await post('/api/auth/two-factor', { code: totp.generate() }, `waggle.two_factor=${token}`)).status,
      device: async (token) => {
        const body = { email: tenant.people.USER.email, password: goodPassword };
        return (await post('/api/auth/login', body, `waggle.device=${token}`)).status;
      },
    };
    const kinds = Object.keys(tokens) as (keyof typeof tokens)[];
    const opened: string[] = [];
    let cells = 0;
    // Off the diagonal first: the right door uses a token up.
    for (const [kind, door] of [
      ...kinds.flatMap((kind) => kinds.filter((door) => door !== kind).map((door) => [kind, door] as const)),
      ...kinds.map((kind) => [kind, kind] as const),
    ]) {
      const spellings =
        kind === door ? [tokens[kind]] : [tokens[kind], decodeURIComponent(tokens[kind]).split('.')[0]!];
      for (const token of spellings) {
        cells += 1;
        if ((await doors[door](token)) < 300) opened.push(`${kind} at ${door}`);
      }
    }

    say(`token kinds: ${cells} cells`);
    expect(opened).toEqual(kinds.map((kind) => `${kind} at ${kind}`));
  });

  test('for a reset works once and for 30 minutes, and the newest use voids the older links', async () => {
    const { email, id } = tenant.people.other;
    const first = await mailedReset(email);
    const { rows } = await api.db.owner.query(
      `select round(extract(epoch from expires_at - now()) / 60)::int as minutes from directory.verifications where value = $1`,
      [id],
    );
    const second = await mailedReset(email, [first]);

    const used = await post('/api/auth/reset-password', { token: second, ...typed });
    const again = await post('/api/auth/reset-password', { token: second, ...typed });
    const older = await post('/api/auth/reset-password', { token: first, ...typed });

    expect(rows).toEqual([{ minutes: 30 }]);
    expect([used.status, again.status, older.status]).toEqual([204, 410, 410]);
  });

  test('for a reset is dead a second after its time', async () => {
    const { email, id } = tenant.people.limited;
    const token = await mailedReset(email);
    await expire('directory.verifications', 'value', id);

    const answer = await post('/api/auth/reset-password', { token, ...typed });

    expect(answer).toMatchObject({ status: 410, body: { code: 'link_used' } });
  });

  test('of an invitation works once, and not after its time', async () => {
    const [token, late] = [await invitationLink(), await invitationLink()];
    const accept = (accepted: string) =>
      post('/api/auth/accept-invitation', { token: accepted, name: 'Somebody', ...typed });
    await expire('invitations', 'id', readInvitationToken(api.config.SECRET_KEY, late)!.id);

    const answers = [await accept(token), await accept(token), await accept(late)];

    expect(answers.map(({ status }) => status)).toEqual([201, 410, 410]);
    expect((await post('/api/auth/read-invitation', { token: late })).status).toBe(410);
  });

  test('of a half-done sign-in works once, and not after its time', async () => {
    const own = await createTenantFixture(api);
    const totp = await turnTwoFactorOn(own);
    const [browser, late] = [await challenge(own), await challenge(own)];
    const half = browser.cookie;
    const pass = (cookie: string) => post('/api/auth/two-factor', { code: totp.generate() }, cookie);

    const answers = [await pass(half), await pass(half)];
    await expire('directory.verifications', 'value', own.people.ADMIN.id);
    answers.push(await pass(late.cookie));

    expect(answers.map(({ status }) => status)).toEqual([200, 410, 410]);
  });
});

describe('T21 an invitation link', () => {
  const secret = 'a secret for this test only 01234567890';

  test('is void with any bit changed', () => {
    let [flipped, accepted] = [0, 0];
    for (let link = 0; link < 50; link += 1) {
      const token = invitationToken(secret, { organizationId: randomUUID(), id: randomUUID(), version: 1 + link });
      for (let bit = 0; bit < token.length * 8; bit += 1) {
        const bytes = Buffer.from(token);
        bytes[bit >> 3]! ^= 1 << (bit & 7);
        flipped += 1;
        if (readInvitationToken(secret, bytes.toString('latin1')) !== null) accepted += 1;
      }
    }

    say(`invitation links: ${flipped} flipped bits, ${accepted} accepted`);
    expect(accepted).toBe(0);
  });

  test('is void unsigned, signed with another key, or carried to another organization', async () => {
    const token = await invitationLink();
    const [name, signature] = token.split('.') as [string, string];
    const ref = readInvitationToken(api.config.SECRET_KEY, token)!;
    const other = await createTenantFixture(api);
    const moved = invitationToken(secret, { ...ref, organizationId: other.organizationId });
    const forged = [
      name,
      `${name}.`,
      `${name}.${'A'.repeat(signature.length)}`,
      `${moved.split('.')[0]}.${signature}`,
      invitationToken(secret, ref),
      moved,
      `${token}.`,
      `${token}.${signature}`,
      invitationToken(api.config.SECRET_KEY, { ...ref, version: 2 }),
      invitationToken(api.config.SECRET_KEY, { ...ref, id: other.ids.invitation }),
    ];

    const answers = await Promise.all(forged.map((token) => post('/api/auth/read-invitation', { token })));

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([410]));
    expect((await post('/api/auth/read-invitation', { token })).status).toBe(200);
  });
});

const expire = (table: string, column: string, value: string) =>
  api.db.owner.query(`update ${table} set expires_at = now() - interval '1 second' where ${column} = $1`, [value]);
