import { TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { linkIn } from '../../../test/harness/mail-catcher.ts';
import { goodPassword, joinTeam, registerAdmin } from '../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../test/harness/test-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ workers: true });
});
afterAll(() => api.close());

const signIn = (email: string, password = goodPassword, rememberMe = false) => {
  const caller = api.visitor();
  return caller
    .request('POST', '/api/auth/login', { email, password, rememberMe })
    .then((answer) => ({ caller, answer }));
};

describe('registering', () => {
  test('makes the person ADMIN of a new organization and signs them in', async () => {
    const admin = await registerAdmin(api, 'BUSINESS', 'ada@lovelace.example');

    const me = await admin.request('GET', '/api/auth/me');

    expect(me).toMatchObject({
      status: 200,
      body: { email: 'ada@lovelace.example', role: 'ADMIN', subscriptionTier: 'lite', sellsPlans: true },
    });
    expect((await admin.request('GET', '/api/organization')).body).toMatchObject({ type: 'BUSINESS' });
  });

  test.each([
    ['madrid', "the browser's zone", 'Europe/Madrid', 'Europe/Madrid'],
    ['quiet', 'Pacific time without one', undefined, 'America/Los_Angeles'],
    ['nowhere', 'Pacific time for an unknown one', 'Europe/Nowhere', 'America/Los_Angeles'],
    ['offset', 'Pacific time for an offset, whose sign PostgreSQL reverses', '+02:00', 'America/Los_Angeles'],
  ])('for %s keeps %s', async (box, _what, timezone, kept) => {
    const caller = api.visitor();
    const registered = await caller.request('POST', '/api/auth/register', {
      name: 'Inés Vidal',
      email: `${box}@zones.example`,
      password: goodPassword,
      confirmPassword: goodPassword,
      organizationName: 'Casa Vidal',
      timezone,
    });

    expect(registered).toMatchObject({ status: 201, body: { organization: { timezone: kept } } });
    expect((await caller.request('GET', '/api/auth/me')).body).toMatchObject({ timezone: null, shownTimezone: kept });
  });

  test('gives every feature where nobody is charged', async () => {
    const free = await startTestApi({ env: { STRIPE_SECRET_KEY: '' } });
    const admin = await registerAdmin(free, 'BUSINESS');

    expect(admin.user).toMatchObject({ subscriptionTier: 'system', sellsPlans: false });
    await free.close();
  });

  test('refuses a password that is easy to guess, on its field', async () => {
    const answer = await api.visitor().request('POST', '/api/auth/register', {
      name: 'Weak',
      email: 'weak@house.example',
      password: 'password1',
      confirmPassword: 'password1',
      organizationName: 'Weak House',
    });

    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'weak_password', fields: { password: expect.any(String) } },
    });
  });

  test('speaks the sentences of the specification', async () => {
    const answer = await api.visitor().request('POST', '/api/auth/register', {
      name: 'A',
      email: 'nobody',
      password: '12345',
      confirmPassword: '54321',
      organizationName: 'B',
    });

    expect(answer.status).toBe(400);
    expect(answer.body.fields).toEqual({
      name: 'Name must be at least 2 characters',
      email: 'Please enter a valid email address',
      password: 'Password must be at least 6 characters',
      confirmPassword: "Passwords don't match",
      organizationName: 'Organization name must be at least 2 characters',
    });
  });

  test('leaves nothing behind when the address is taken', async () => {
    await registerAdmin(api, 'BUSINESS', 'taken@house.example');
    const before = await api.db.owner.query('select count(*) from organizations');

    const answer = await api.visitor().request('POST', '/api/auth/register', {
      name: 'Second',
      email: 'TAKEN@house.example',
      password: goodPassword,
      confirmPassword: goodPassword,
      organizationName: 'Second House',
    });

    expect(answer).toMatchObject({ status: 409, body: { code: 'address_taken' } });
    expect((await api.db.owner.query('select count(*) from organizations')).rows).toEqual(before.rows);
  });
});

describe('signing in and out', () => {
  test('works with the right password and ends with signing out', async () => {
    await registerAdmin(api, 'BUSINESS', 'in@house.example');
    const { caller, answer } = await signIn('in@house.example');
    expect(answer).toMatchObject({ status: 200, body: { email: 'in@house.example' } });

    const out = await caller.request('POST', '/api/auth/logout');

    expect(out.status).toBe(204);
    expect((await caller.request('GET', '/api/auth/me')).status).toBe(401);
  });

  test('a session without "remember me" ends after 12 idle hours, a remembered one after 30 days', async () => {
    await registerAdmin(api, 'BUSINESS', 'idle@house.example');
    await signIn('idle@house.example', goodPassword, false);
    await signIn('idle@house.example', goodPassword, true);

    const { rows } = await api.db.owner.query(
      `select remembered, round(extract(epoch from expires_at - now()) / 3600) as hours from directory.sessions s
       join directory.users u on u.id = s.user_id where u.email = 'idle@house.example' order by s.created_at desc limit 2`,
    );

    expect(rows).toEqual([
      { remembered: true, hours: '720' },
      { remembered: false, hours: '12' },
    ]);
  });

  test('the token in the cookie is not the one in the table', async () => {
    const admin = await registerAdmin(api);
    const token = /waggle\.session_token=([^.]+)/.exec(admin.cookie)?.[1];

    const { rows } = await api.db.owner.query('select token from directory.sessions where token = $1', [token]);

    expect(token).toMatch(/^01[0-9a-f]{64}$/);
    expect(rows).toEqual([]);
  });
});

describe('a forgotten password', () => {
  test('is reset once by a mailed link, which ends every session', async () => {
    const admin = await registerAdmin(api, 'BUSINESS', 'forgot@house.example');
    const asked = await api.visitor().request('POST', '/api/auth/forgot-password', { email: 'forgot@house.example' });
    const mail = await api.mail.waitFor('forgot@house.example');
    const link = new URL(linkIn(mail));
    const reset = {
      token: link.searchParams.get('token'),
      password: 'amber meadow 77',
      confirmPassword: 'amber meadow 77',
    };

    const first = await api.visitor().request('POST', '/api/auth/reset-password', reset);
    const second = await api.visitor().request('POST', '/api/auth/reset-password', reset);

    expect(asked.body.message).toBe("If that address has an account, we've sent it a link.");
    expect(link.origin + link.pathname).toBe('http://waggle.test/auth/reset-password');
    expect(first.status).toBe(204);
    expect(second).toMatchObject({ status: 410, body: { code: 'link_used' } });
    expect((await admin.request('GET', '/api/auth/me')).status).toBe(401);
    expect((await signIn('forgot@house.example', 'amber meadow 77')).answer.status).toBe(200);
  });
});

describe('the team', () => {
  test('grows by invitation, with the role that was offered', async () => {
    const admin = await registerAdmin(api);

    const viewer = await joinTeam(api, admin, 'VIEWER');

    expect(viewer.user.role).toBe('VIEWER');
    expect((await viewer.request('PUT', '/api/organization', { name: 'Taken over', timezone: 'UTC' })).status).toBe(
      403,
    );
    expect((await admin.request('GET', '/api/team/members')).body).toMatchObject({ total: 2 });
  });

  test('an invitation works once, and a resent one voids the old link', async () => {
    const admin = await registerAdmin(api);
    const { body: invitation } = await admin.request('POST', '/api/team/invitations', { email: 'once@house.example' });
    const firstToken = new URL(linkIn(await api.mail.waitFor('once@house.example'))).searchParams.get('token');
    await admin.request('POST', `/api/team/invitations/${invitation.id}/resend`);
    const second = await api.mail.waitFor('once@house.example', (mail) => !mail.text.includes(String(firstToken)));
    const token = new URL(linkIn(second)).searchParams.get('token');
    const offered = await api.visitor().request('POST', '/api/auth/read-invitation', { token });
    expect(offered.body).toMatchObject({ email: 'once@house.example', invitedBy: admin.user.name });
    const accept = (accepted: string | null) =>
      api.visitor().request('POST', '/api/auth/accept-invitation', {
        token: accepted,
        name: 'Once Only',
        password: goodPassword,
        confirmPassword: goodPassword,
      });

    expect((await accept(firstToken)).status).toBe(410);
    expect((await accept(token)).status).toBe(201);
    expect((await accept(token)).status).toBe(410);
  });

  test('keeps its last ADMIN', async () => {
    const admin = await registerAdmin(api);

    const demoted = await admin.request('PUT', `/api/team/members/${admin.user.id}`, { role: 'USER' });
    const removed = await admin.request('DELETE', `/api/team/members/${admin.user.id}`);

    expect(demoted).toMatchObject({ status: 409, body: { code: 'last_admin' } });
    expect(removed).toMatchObject({ status: 409, body: { code: 'last_admin' } });
  });

  test('a removed person is signed out at once', async () => {
    const admin = await registerAdmin(api);
    const user = await joinTeam(api, admin, 'USER');
    expect((await user.request('GET', '/api/auth/me')).status).toBe(200);

    await admin.request('DELETE', `/api/team/members/${user.user.id}`);
    await new Promise((resolve) => setTimeout(resolve, 200));

    expect((await user.request('GET', '/api/auth/me')).status).toBe(401);
  });
});

describe('clients', () => {
  test('are listed, found, edited and deactivated by an agency', async () => {
    const admin = await registerAdmin(api, 'AGENCY');
    for (const name of ['Bakery', 'Alpine', 'cycles', '100% Yoga'])
      await admin.request('POST', '/api/clients', { name });

    const first = await admin.request('GET', '/api/clients?limit=2');
    const rest = await admin.request('GET', `/api/clients?limit=2&cursor=${first.body.nextCursor}`);
    const found = await admin.request('GET', '/api/clients?search=0%25');

    const names = [...first.body.items, ...rest.body.items].map(({ name }: { name: string }) => name);
    expect(names).toEqual(['100% Yoga', 'Alpine', 'Bakery', 'cycles']);
    expect(first.body.total).toBe(4);
    expect(rest.body.nextCursor).toBeNull();
    expect(found.body.items).toHaveLength(1);

    const id = found.body.items[0].id;
    const off = await admin.request('PUT', `/api/clients/${id}`, { isActive: false });
    expect(off.body).toMatchObject({ name: '100% Yoga', isActive: false });
    expect((await admin.request('GET', '/api/clients?active=true')).body.total).toBe(3);
  });

  test('with the longest names are listed page by page', async () => {
    const admin = await registerAdmin(api, 'AGENCY');
    for (const last of ['一', '二']) await admin.request('POST', '/api/clients', { name: '語'.repeat(119) + last });

    const first = await admin.request('GET', '/api/clients?limit=1');
    const second = await admin.request('GET', `/api/clients?limit=1&cursor=${first.body.nextCursor}`);

    expect(second).toMatchObject({
      status: 200,
      body: { items: [{ name: '語'.repeat(119) + '二' }], nextCursor: null },
    });
  });

  test('do not exist for a business', async () => {
    const admin = await registerAdmin(api, 'BUSINESS');

    expect(await admin.request('GET', '/api/clients')).toMatchObject({ status: 403, body: { code: 'agency_only' } });
  });

  test('the active client is kept in the session', async () => {
    const admin = await registerAdmin(api);
    const { body: client } = await admin.request('POST', '/api/clients', { name: 'Harbour' });

    await admin.request('POST', '/api/auth/set-active-client', { clientId: client.id });
    expect((await admin.request('GET', '/api/auth/me')).body.activeClientId).toBe(client.id);

    await admin.request('POST', '/api/auth/set-active-client', { clientId: null });
    expect((await admin.request('GET', '/api/auth/me')).body.activeClientId).toBeNull();
  });
});

describe('two-factor sign-in', () => {
  test('asks for a code once it is on, and takes each recovery code once', async () => {
    const admin = await registerAdmin(api, 'BUSINESS', 'totp@house.example');
    const start = await admin.request('POST', '/api/profile/two-factor/start', { password: goodPassword });
    const totp = new TOTP({ secret: start.body.secret });
    expect(start.body.qrCode).toMatch(/^data:image\/png/);
    expect((await admin.request('POST', '/api/profile/two-factor/confirm', { code: totp.generate() })).status).toBe(
      204,
    );
    expect((await admin.request('GET', '/api/auth/me')).body.twoFactorEnabled).toBe(true);

    const { caller, answer } = await signIn('totp@house.example');
    expect(answer).toMatchObject({ status: 401, body: { code: 'two_factor_required' } });
    expect((await caller.request('GET', '/api/auth/me')).status).toBe(401);
    expect(await caller.request('POST', '/api/auth/two-factor', { code: '000000' })).toMatchObject({
      status: 400,
      body: { code: 'wrong_code' },
    });
    expect((await caller.request('POST', '/api/auth/two-factor', { code: totp.generate() })).status).toBe(200);
    expect((await caller.request('GET', '/api/auth/me')).status).toBe(200);

    const shoulderSurfer = await signIn('totp@house.example');
    const seen = await shoulderSurfer.caller.request('POST', '/api/auth/two-factor', { code: totp.generate() });
    expect(seen).toMatchObject({ status: 400, body: { code: 'wrong_code' } });
    expect((await shoulderSurfer.caller.request('GET', '/api/auth/me')).status).toBe(401);

    const code = start.body.recoveryCodes[0];
    const again = await signIn('totp@house.example');
    expect((await again.caller.request('POST', '/api/auth/two-factor', { code, kind: 'recovery' })).status).toBe(200);
    const third = await signIn('totp@house.example');
    expect((await third.caller.request('POST', '/api/auth/two-factor', { code, kind: 'recovery' })).status).toBe(400);

    const disable = { password: goodPassword, code: start.body.recoveryCodes[1] };
    expect((await admin.request('POST', '/api/profile/two-factor/disable', disable)).status).toBe(204);
    expect((await signIn('totp@house.example')).answer.status).toBe(200);
  });
});

describe('ending the second factor', () => {
  test('S11: takes the password and a code, neither alone, and no code twice', async () => {
    const admin = await registerAdmin(api, 'BUSINESS', 'both@house.example');
    const { body } = await admin.request('POST', '/api/profile/two-factor/start', { password: goodPassword });
    const code = new TOTP({ secret: body.secret }).generate();
    await admin.request('POST', '/api/profile/two-factor/confirm', { code });
    const [first, second] = body.recoveryCodes as string[];
    const disable = (typed: object) => admin.request('POST', '/api/profile/two-factor/disable', typed);
    const renew = (typed: object) => admin.request('POST', '/api/profile/two-factor/recovery-codes', typed);

    expect((await disable({ password: goodPassword })).status).toBe(400);
    expect((await renew({ password: goodPassword })).status).toBe(400);
    expect((await disable({ password: 'wrong', code })).body.code).toBe('wrong_password');
    expect((await disable({ password: goodPassword, code: '000000' })).body.code).toBe('wrong_code');
    expect((await disable({ password: goodPassword, code: 'abcde-fghij' })).body.code).toBe('wrong_code');
    expect((await admin.request('GET', '/api/auth/me')).body.twoFactorEnabled).toBe(true);

    const renewed = await renew({ password: goodPassword, code });
    expect(renewed.body.recoveryCodes).toHaveLength(10);
    expect((await disable({ password: goodPassword, code })).body).toMatchObject({
      code: 'wrong_code',
      message: 'This code has been used. Wait for the next one.',
    });
    // The codes of before are gone.
    for (const old of [first, second])
      expect((await disable({ password: goodPassword, code: old })).body.code).toBe('wrong_code');
    expect((await disable({ password: goodPassword, code: renewed.body.recoveryCodes[0] })).status).toBe(204);
    expect((await signIn('both@house.example')).answer.status).toBe(200);
  });
});

describe('the own account', () => {
  test('lists where the person is signed in and ends the others', async () => {
    const admin = await registerAdmin(api, 'BUSINESS', 'devices@house.example');
    const { caller } = await signIn('devices@house.example');
    expect((await admin.request('GET', '/api/profile/sessions')).body).toMatchObject({ total: 2 });

    await admin.request('DELETE', '/api/profile/sessions');
    await new Promise((resolve) => setTimeout(resolve, 200));

    expect((await caller.request('GET', '/api/auth/me')).status).toBe(401);
    expect((await admin.request('GET', '/api/profile/sessions')).body).toMatchObject({
      total: 1,
      items: [{ current: true }],
    });
  });

  test('changes the password after asking for the old one', async () => {
    const admin = await registerAdmin(api, 'BUSINESS', 'change@house.example');
    const change = (currentPassword: string) =>
      admin.request('POST', '/api/profile/password', {
        currentPassword,
        password: 'copper lantern 9',
        confirmPassword: 'copper lantern 9',
      });

    expect(await change('wrong')).toMatchObject({
      status: 400,
      body: { fields: { currentPassword: expect.any(String) } },
    });
    expect((await change(goodPassword)).status).toBe(204);
    expect((await signIn('change@house.example')).answer.status).toBe(401);
    expect((await signIn('change@house.example', 'copper lantern 9')).answer.status).toBe(200);
  });

  test('goes with the organization when that is deleted', async () => {
    const admin = await registerAdmin(api, 'AGENCY', 'gone@house.example');
    const { body: organization } = await admin.request('GET', '/api/organization');
    await admin.request('POST', '/api/clients', { name: 'Harbour' });

    const wrongName = await admin.request('DELETE', '/api/organization', { name: 'Else', password: goodPassword });
    const deleted = await admin.request('DELETE', '/api/organization', {
      name: organization.name,
      password: goodPassword,
    });

    expect(wrongName.status).toBe(400);
    expect(deleted.status).toBe(204);
    const left = await api.db.owner.query(
      `select (select count(*) from organizations where id = $1 and deleting_since is null)
         + (select count(*) from directory.users where organization_id = $1) + (select count(*) from members where organization_id = $1) as rows`,
      [organization.id],
    );
    expect(left.rows).toEqual([{ rows: '0' }]);
  });
});
