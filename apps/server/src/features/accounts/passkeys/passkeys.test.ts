import { TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addPasskey, codeOf, signInWith, turnOnWith } from '../../../../test/harness/passkey-person.ts';
import { goodPassword, joinTeam, type Person, registerAdmin } from '../../../../test/harness/people.ts';
import { createAuthenticator } from '../../../../test/harness/software-authenticator.ts';
import { startTestApi, type TestApi } from '../../../../test/harness/test-api.ts';
import { noticeWords } from '../security-notices/words.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ workers: true });
});
afterAll(() => api.close());

const { kinds } = noticeWords('en', 'Waggle');
const mailed = (email: string, subject: string) => api.mail.waitFor(email, (mail) => mail.subject === subject);
const list = async (person: Person) => (await person.request('GET', '/api/profile/passkeys')).body.items;
const actionsOf = async ({ user }: Person): Promise<string[]> =>
  (
    await api.db.owner.query<{ action: string }>(
      'select action from audit_log where organization_id = $1 and actor_id = $2 order by happened_at',
      [user.organizationId, user.id],
    )
  ).rows.map(({ action }) => action);

describe('a passkey', () => {
  test('is added after the password, told by email and in the audit log, and named after the device', async () => {
    const person = await registerAdmin(api);
    const path = '/api/profile/passkeys/start';
    expect((await person.request('POST', path, { password: 'wrong' })).body.code).toBe('wrong_password');

    const { body } = await person.request('POST', path, { password: goodPassword });
    const agent = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/140.0' };
    const answer = createAuthenticator().create(body);
    const added = await person.request('POST', '/api/profile/passkeys', { answer }, agent);

    expect(body).toMatchObject({ rp: { id: 'waggle.test' }, user: { name: person.user.email }, attestation: 'none' });
    expect(body.user.id).not.toContain(Buffer.from(person.user.email).toString('base64url'));
    expect(added.body).toMatchObject({ name: 'Firefox, Linux', synced: true, lastUsedAt: null });
    const { text } = await mailed(person.user.email, kinds['passkey-added'].subject);
    expect(text).toContain('Passkey: Firefox, Linux');
    expect(await actionsOf(person)).toContain('profile.add-passkey');
  });

  test('is renamed, and removed with the password', async () => {
    const person = await registerAdmin(api);
    const { id } = await addPasskey(person, { name: 'Old' });
    const path = `/api/profile/passkeys/${id}`;

    expect((await person.request('PUT', path, { name: '  ' })).status).toBe(400);
    expect((await person.request('PUT', path, { name: 'Phone' })).body).toMatchObject({ id, name: 'Phone' });
    expect((await person.request('DELETE', path, { password: 'wrong' })).body.code).toBe('wrong_password');
    expect(await list(person)).toHaveLength(1);
    expect((await person.request('DELETE', path, { password: goodPassword })).status).toBe(204);

    expect(await list(person)).toEqual([]);
    const { text } = await mailed(person.user.email, kinds['passkey-removed'].subject);
    expect(text).toContain('Passkey: Phone');
    expect(await actionsOf(person)).toEqual(
      expect.arrayContaining(['profile.rename-passkey', 'profile.remove-passkey']),
    );
  });

  test("is nobody else's business: a colleague can neither see, rename nor remove it", async () => {
    const admin = await registerAdmin(api);
    const colleague = await joinTeam(api, admin, 'USER');
    const { id } = await addPasskey(colleague);

    expect(await list(admin)).toEqual([]);
    expect((await admin.request('PUT', `/api/profile/passkeys/${id}`, { name: 'Mine' })).status).toBe(404);
    const removal = { password: goodPassword };
    expect((await admin.request('DELETE', `/api/profile/passkeys/${id}`, removal)).status).toBe(404);
  });

  test('is one of twenty at most, also when many are added at once', async () => {
    const person = await registerAdmin(api);
    for (let count = 0; count < 18; count += 1) await addPasskey(person);
    const made = [];
    for (let count = 0; count < 6; count += 1) {
      const { body } = await person.request('POST', '/api/profile/passkeys/start', { password: goodPassword });
      made.push(createAuthenticator().create(body));
    }

    const answers = await Promise.all(
      made.map((answer) => person.request('POST', '/api/profile/passkeys', { answer })),
    );

    expect(answers.filter(({ status }) => status === 201)).toHaveLength(2);
    expect(answers.filter(({ body }) => body.code === 'quota_reached')).toHaveLength(4);
    const next = await person.request('POST', '/api/profile/passkeys/start', { password: goodPassword });
    expect(next.body).toMatchObject({
      code: 'quota_reached',
      message: 'You have 20 passkeys. Remove one you no longer use, then try again.',
    });
  });

  test('has the same handle as the others of its person, so that devices keep one account', async () => {
    const person = await registerAdmin(api);
    const first = await addPasskey(person);
    const second = await addPasskey(person);

    expect(second.authenticator.userHandle).toBe(first.authenticator.userHandle);
    const { body } = await person.request('POST', '/api/profile/passkeys/start', { password: goodPassword });
    const known = [first, second].map(({ authenticator }) => authenticator.credential);
    expect(body.excludeCredentials.map((one: { id: string }) => one.id)).toEqual(known);
  });
});

describe('signing in with a passkey', () => {
  test('needs neither password nor code, also with two-factor on', async () => {
    const person = await registerAdmin(api);
    const { authenticator } = await addPasskey(person);
    const start = await person.request('POST', '/api/profile/two-factor/start', { password: goodPassword });
    const code = new TOTP({ secret: start.body.secret }).generate();
    await person.request('POST', '/api/profile/two-factor/confirm', { code });

    const caller = api.visitor();
    const answer = await signInWith(caller, authenticator);

    expect(answer).toMatchObject({ status: 200, body: { email: person.user.email } });
    expect((await caller.request('GET', '/api/auth/me')).status).toBe(200);
    expect((await list(person))[0].lastUsedAt).not.toBeNull();
    expect(await actionsOf(person)).toContain('auth.passkey');
    await mailed(person.user.email, kinds['new-device'].subject);
  });

  test('lasts as long as signing in with a password does', async () => {
    const person = await registerAdmin(api);
    const { authenticator } = await addPasskey(person);
    const hours = async (body: object) => {
      const caller = api.visitor();
      const started = await caller.request('POST', '/api/auth/passkey/start');
      const answer = await caller.request('POST', '/api/auth/passkey', {
        answer: authenticator.get(started.body),
        ...body,
      });
      const { rows } = await api.db.owner.query(
        `select remembered, round(extract(epoch from expires_at - now()) / 3600)::int as hours from directory.sessions
         where user_id = $1 order by created_at desc limit 1`,
        [person.user.id],
      );
      return { ...rows[0], isKept: answer.cookies.some((cookie) => /session_token=.*max-age/i.test(cookie)) };
    };

    expect(await hours({ rememberMe: true })).toEqual({ remembered: true, hours: 720, isKept: true });
    expect(await hours({})).toEqual({ remembered: false, hours: 12, isKept: false });
  });

  test('ends the session the browser came with', async () => {
    const person = await registerAdmin(api);
    const { authenticator } = await addPasskey(person);
    const planted = await registerAdmin(api);
    const before = planted.cookie;

    expect((await signInWith(planted, authenticator)).body.email).toBe(person.user.email);

    const old = await api.visitor().request('GET', '/api/auth/me', undefined, { cookie: before });
    expect(old.status).toBe(401);
  });

  test('lets nobody in whose client was deactivated', async () => {
    const admin = await registerAdmin(api);
    const client = (await admin.request('POST', '/api/clients', { name: 'Bakery' })).body.id;
    const limited = await joinTeam(api, admin, 'USER', client);
    const { authenticator } = await addPasskey(limited);
    expect((await signInWith(api.visitor(), authenticator)).body).toMatchObject({ clientId: client });

    await admin.request('PUT', `/api/clients/${client}`, { isActive: false });

    const caller = api.visitor();
    expect(await signInWith(caller, authenticator)).toMatchObject({ status: 403, body: { code: 'access_ended' } });
    expect((await caller.request('GET', '/api/auth/me')).status).toBe(401);
  });
});

describe('a passkey as second factor', () => {
  test('turns two-factor on, is asked for after the password, and recovery codes stay the way back', async () => {
    const person = await registerAdmin(api);
    const { email } = person.user;
    const { authenticator } = await addPasskey(person);
    const codes = await turnOnWith(person, authenticator);
    expect(codes).toHaveLength(10);
    await mailed(email, kinds['two-factor-on'].subject);

    const caller = api.visitor();
    const first = await caller.request('POST', '/api/auth/login', { email, password: goodPassword, rememberMe: true });
    expect(first.body.code).toBe('two_factor_required');
    const ways = await caller.request('POST', '/api/auth/two-factor/start');
    expect(ways.body).toMatchObject({ app: false, passkey: { userVerification: 'required' } });
    expect(ways.body.passkey.allowCredentials).toHaveLength(1);
    const answer = authenticator.get(ways.body.passkey, { userHandle: null });
    const passed = await caller.request('POST', '/api/auth/two-factor/passkey', { answer });
    expect(passed).toMatchObject({ status: 200, body: { email, twoFactorEnabled: true } });
    expect((await caller.request('GET', '/api/auth/me')).status).toBe(200);
    const { rows } = await api.db.owner.query(
      'select remembered from directory.sessions where user_id = $1 order by created_at desc limit 1',
      [person.user.id],
    );
    expect(rows).toEqual([{ remembered: true }]);

    const lost = api.visitor();
    await lost.request('POST', '/api/auth/login', { email, password: goodPassword });
    expect((await lost.request('POST', '/api/auth/two-factor', { code: '123456' })).status).toBe(400);
    const back = await lost.request('POST', '/api/auth/two-factor', { code: codes[0], kind: 'recovery' });
    expect(back.status).toBe(200);
  });

  test('tells nothing before the right password, and opens one session for it', async () => {
    const person = await registerAdmin(api);
    const { email } = person.user;
    const { authenticator } = await addPasskey(person);
    await turnOnWith(person, authenticator);

    const stranger = api.visitor();
    expect((await stranger.request('POST', '/api/auth/two-factor/start')).body.code).toBe('link_used');
    await stranger.request('POST', '/api/auth/login', { email, password: 'not the password' });
    expect((await stranger.request('POST', '/api/auth/two-factor/start')).body.code).toBe('link_used');
    const counted = { cookie: 'waggle.two_factor=2fa-attempts-x.y' };
    expect((await stranger.request('POST', '/api/auth/two-factor/start', undefined, counted)).status).toBe(410);

    const caller = api.visitor();
    await caller.request('POST', '/api/auth/login', { email, password: goodPassword });
    const { cookie } = caller;
    const [one, two] = [
      await caller.request('POST', '/api/auth/two-factor/start'),
      await caller.request('POST', '/api/auth/two-factor/start'),
    ];
    const pass = (ways: { body: { passkey: { challenge: string } } }) =>
      api
        .visitor()
        .request('POST', '/api/auth/two-factor/passkey', { answer: authenticator.get(ways.body.passkey) }, { cookie });
    expect((await pass(one)).status).toBe(200);
    expect((await pass(two)).body.code).toBe('link_used');
  });

  test('of somebody else does not pass', async () => {
    const person = await registerAdmin(api);
    await turnOnWith(person, (await addPasskey(person)).authenticator);
    const other = await registerAdmin(api);
    const { authenticator } = await addPasskey(other);

    const caller = api.visitor();
    await caller.request('POST', '/api/auth/login', { email: person.user.email, password: goodPassword });
    const ways = await caller.request('POST', '/api/auth/two-factor/start');
    const answer = authenticator.get(ways.body.passkey, { userHandle: null });

    expect((await caller.request('POST', '/api/auth/two-factor/passkey', { answer })).body.code).toBe(
      'passkey_refused',
    );
  });

  test('gives codes for changes of the account, each once and for its session alone', async () => {
    const person = await registerAdmin(api);
    const { authenticator } = await addPasskey(person);
    await turnOnWith(person, authenticator);
    const renew = (code: string, caller: Person | ReturnType<TestApi['visitor']> = person) =>
      caller.request('POST', '/api/profile/two-factor/recovery-codes', { password: goodPassword, code });

    const elsewhere = api.visitor();
    await signInWith(elsewhere, authenticator);
    const code = await codeOf(person, authenticator);
    expect((await renew(code, elsewhere)).body.code).toBe('wrong_code');
    expect((await renew(code)).body.recoveryCodes).toHaveLength(10);
    expect((await renew(code)).body.code).toBe('wrong_code');

    const start = (proof: object) => person.request('POST', '/api/profile/passkeys/start', proof);
    expect((await start({ password: goodPassword })).body.fields).toHaveProperty('code');
    expect((await start({ password: goodPassword, code: await codeOf(person, authenticator) })).status).toBe(200);
  });

  test('takes two-factor along when it is removed as the last one', async () => {
    const person = await registerAdmin(api);
    const { email } = person.user;
    const { id, authenticator } = await addPasskey(person);
    await turnOnWith(person, authenticator);
    const path = `/api/profile/passkeys/${id}`;

    expect((await person.request('DELETE', path, { password: goodPassword })).body.fields).toHaveProperty('code');
    const code = await codeOf(person, authenticator);
    expect((await person.request('DELETE', path, { password: goodPassword, code })).status).toBe(204);

    await mailed(email, kinds['two-factor-off'].subject);
    expect((await person.request('GET', '/api/profile/two-factor')).body).toEqual({
      enabled: false,
      app: false,
      passkeys: 0,
    });
    const again = await api.visitor().request('POST', '/api/auth/login', { email, password: goodPassword });
    expect(again.status).toBe(200);
  });

  test('leaves two-factor on when an app is there, which joins it without new recovery codes', async () => {
    const person = await registerAdmin(api);
    const { email } = person.user;
    const { id, authenticator } = await addPasskey(person);
    const codes = await turnOnWith(person, authenticator);
    const begin = (proof: object) => person.request('POST', '/api/profile/two-factor/start', proof);

    expect((await begin({ password: goodPassword })).body.fields).toHaveProperty('code');
    const started = await begin({ password: goodPassword, code: await codeOf(person, authenticator) });
    expect(started.body.recoveryCodes).toEqual([]);
    const totp = new TOTP({ secret: started.body.secret });
    await person.request('POST', '/api/profile/two-factor/confirm', { code: totp.generate() });
    await mailed(email, kinds['app-added'].subject);
    const removal = { password: goodPassword, code: codes[0] };
    expect((await person.request('DELETE', `/api/profile/passkeys/${id}`, removal)).status).toBe(204);

    const caller = api.visitor();
    const login = await caller.request('POST', '/api/auth/login', { email, password: goodPassword });
    expect(login.body.code).toBe('two_factor_required');
    expect((await caller.request('POST', '/api/auth/two-factor/start')).body).toEqual({ app: true, passkey: null });
    expect((await caller.request('POST', '/api/auth/two-factor', { code: totp.generate() })).status).toBe(200);
  });

  test('is still there when two-factor is turned off, and signs in alone', async () => {
    const person = await registerAdmin(api);
    const { authenticator } = await addPasskey(person);
    await turnOnWith(person, authenticator);
    const code = await codeOf(person, authenticator);
    const off = await person.request('POST', '/api/profile/two-factor/disable', { password: goodPassword, code });

    expect(off.status).toBe(204);
    expect((await signInWith(api.visitor(), authenticator)).body).toMatchObject({ twoFactorEnabled: false });
  });
});

describe('a new password', () => {
  const fresh = { password: 'copper lantern 9', confirmPassword: 'copper lantern 9' };
  const reset = async (email: string) => {
    await api.visitor().request('POST', '/api/auth/forgot-password', { email });
    const mail = await mailed(email, 'Reset your Waggle password');
    const token = /token=([\w.-]+)/.exec(mail.text)?.[1];
    return api.visitor().request('POST', '/api/auth/reset-password', { token, ...fresh });
  };

  test('leaves passkeys as they are, and its email lists them', async () => {
    const person = await registerAdmin(api);
    const { authenticator } = await addPasskey(person, { name: 'Work laptop' });
    await addPasskey(person, { name: 'www.evil.example' });

    expect((await reset(person.user.email)).status).toBe(204);

    const { text } = await mailed(person.user.email, kinds['password-changed'].subject);
    expect(text).toContain('Passkeys that still work: Work laptop, a passkey');
    expect((await signInWith(api.visitor(), authenticator)).status).toBe(200);
  });

  test('ends passkeys of whoever registered the address without having it', async () => {
    const squatter = await registerAdmin(api);
    await api.db.owner.query('update directory.users set email_confirmed_at = null where id = $1', [squatter.user.id]);
    const { authenticator } = await addPasskey(squatter);

    await reset(squatter.user.email);

    expect((await signInWith(api.visitor(), authenticator)).body.code).toBe('passkey_refused');
  });
});
