import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addPasskey, signInWith } from '../../../../test/harness/passkey-person.ts';
import { goodPassword, type Person, registerAdmin } from '../../../../test/harness/people.ts';
import {
  attestationObject,
  createAuthenticator,
  type SoftwareAuthenticator,
} from '../../../../test/harness/software-authenticator.ts';
import { type Caller, startTestApi, type TestApi } from '../../../../test/harness/test-api.ts';
import { noticeWords } from '../security-notices/words.ts';

let api: TestApi;
let person: Person;
let authenticator: SoftwareAuthenticator;
let passkeyId: string;
beforeAll(async () => {
  api = await startTestApi({ workers: true });
});
afterAll(() => api.close());
beforeEach(async () => {
  person = await registerAdmin(api);
  ({ id: passkeyId, authenticator } = await addPasskey(person, { name: 'Work laptop' }));
});

const refused = { status: 401, body: { code: 'passkey_refused' } };
const options = async (caller: Caller = api.visitor()) =>
  (await caller.request('POST', '/api/auth/passkey/start')).body;
const enter = (answer: unknown, caller: Caller = api.visitor()) =>
  caller.request('POST', '/api/auth/passkey', { answer });
const sessionsOf = async (userId: string): Promise<number> =>
  (await api.db.owner.query('select from directory.sessions where user_id = $1', [userId])).rowCount ?? 0;

describe('a passkey is refused', () => {
  test('when its challenge was used before', async () => {
    const answer = authenticator.get(await options());

    expect((await enter(answer)).status).toBe(200);
    expect(await enter(answer)).toMatchObject(refused);
  });

  test('a hundred times of a hundred and one at once', async () => {
    const answer = authenticator.get(await options());
    const before = await sessionsOf(person.user.id);

    const answers = await Promise.all(Array.from({ length: 101 }, () => enter(answer)));

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(100);
    expect(await sessionsOf(person.user.id)).toBe(before + 1);
  });

  test('when its challenge is older than five minutes, or nobody gave it out', async () => {
    const answer = authenticator.get(await options());
    const { rows } = await api.db.owner.query(
      `update directory.passkey_challenges set expires_at = expires_at - interval '5 minutes'
       returning expires_at between now() - interval '1 minute' and now() as "isOver"`,
    );
    const invented = authenticator.get({ challenge: Buffer.alloc(32, 7).toString('base64url') });

    expect(rows).toContainEqual({ isOver: true });
    expect(await enter(answer)).toMatchObject(refused);
    expect(await enter(invented)).toMatchObject(refused);
  });

  test('when it was asked for another site, or by one', async () => {
    for (const odd of [
      { origin: 'http://evil.test' },
      { origin: 'https://waggle.test' },
      { origin: 'http://waggle.test.evil.test' },
      { origin: 'http://waggle.test:8080' },
      { rpId: 'evil.test' },
      { rpId: 'test' },
    ])
      expect([odd, (await signInWith(api.visitor(), authenticator, odd)).status]).toEqual([odd, 401]);
  });

  test('when the authenticator did not verify the person', async () => {
    expect(await signInWith(api.visitor(), authenticator, { isVerified: false })).toMatchObject(refused);
  });

  test('when one byte of it was changed', async () => {
    for (const part of ['clientDataJSON', 'authenticatorData', 'signature', 'userHandle', 'credential'] as const) {
      const answer = authenticator.get(await options());
      const bytes = Buffer.from(answer[part]!, 'base64url');
      bytes[bytes.length - 2]! ^= 1;

      expect([part, (await enter({ ...answer, [part]: bytes.toString('base64url') })).status]).toEqual([part, 401]);
    }
    expect((await signInWith(api.visitor(), authenticator)).status).toBe(200);
  });

  test('when it names another person, or nobody', async () => {
    const other = await registerAdmin(api);
    const theirs = await addPasskey(other);

    for (const userHandle of [theirs.authenticator.userHandle, null, Buffer.from(person.user.id).toString('base64url')])
      expect(await signInWith(api.visitor(), authenticator, { userHandle })).toMatchObject(refused);
    // A signature of the one under the name of the other.
    const mixed = { ...authenticator.get(await options()), credential: theirs.authenticator.credential };
    expect(await enter(mixed)).toMatchObject(refused);
  });

  test('when its challenge was for something else', async () => {
    const confirm = await person.request('POST', '/api/profile/passkeys/code/start');
    const add = await person.request('POST', '/api/profile/passkeys/start', { password: goodPassword });
    const forSignIn = authenticator.get(await options());

    expect(await enter(authenticator.get(confirm.body))).toMatchObject(refused);
    expect(await enter(authenticator.get(add.body))).toMatchObject(refused);
    expect(await person.request('POST', '/api/profile/passkeys/code', { answer: forSignIn })).toMatchObject(refused);
  });

  test('when its counter went back, which its owner is told', async () => {
    expect((await signInWith(api.visitor(), authenticator, { counter: 5 })).status).toBe(200);

    for (const counter of [5, 4, 0])
      expect(await signInWith(api.visitor(), authenticator, { counter })).toMatchObject(refused);

    const { subject } = noticeWords('en', 'Waggle').kinds['passkey-refused'];
    const { text } = await api.mail.waitFor(person.user.email, (mail) => mail.subject === subject);
    expect(text).toContain('Passkey: Work laptop');
    expect((await signInWith(api.visitor(), authenticator, { counter: 6 })).status).toBe(200);
  });

  test('when it was removed, or its owner was', async () => {
    await person.request('DELETE', `/api/profile/passkeys/${passkeyId}`, { password: goodPassword });
    expect(await signInWith(api.visitor(), authenticator)).toMatchObject(refused);

    const other = await registerAdmin(api);
    const theirs = await addPasskey(other);
    await api.db.owner.query('delete from directory.users where id = $1', [other.user.id]);
    expect(await signInWith(api.visitor(), theirs.authenticator)).toMatchObject(refused);
    const left = await api.db.owner.query('select from directory.passkeys where user_id = $1', [other.user.id]);
    expect(left.rowCount).toBe(0);
  });

  test('and every refusal of a known one stands in the audit log, as no success', async () => {
    await signInWith(api.visitor(), authenticator, { isVerified: false });

    const { rows } = await api.db.owner.query(
      `select action, outcome, reason from audit_log where organization_id = $1 and entity_id = $2 and outcome = 'failed'`,
      [person.user.organizationId, person.user.id],
    );
    expect(rows).toEqual([{ action: 'auth.login', outcome: 'failed', reason: 'passkey_refused' }]);
  });
});

describe('a new passkey is refused', () => {
  const start = async (caller: Caller = person) =>
    (await caller.request('POST', '/api/profile/passkeys/start', { password: goodPassword })).body;
  const add = (answer: unknown, caller: Caller = person) => caller.request('POST', '/api/profile/passkeys', { answer });

  test('without a challenge of this session', async () => {
    const elsewhere = api.visitor();
    await elsewhere.request('POST', '/api/auth/login', { email: person.user.email, password: goodPassword });
    const made = createAuthenticator().create(await start());

    expect((await add(made, elsewhere)).status).toBe(400);
    expect((await add(made)).status).toBe(201);
    expect((await add(made)).status).toBe(400);
  });

  test('for another site, by one, or without the person verified', async () => {
    for (const odd of [{ origin: 'http://evil.test' }, { rpId: 'evil.test' }, { isVerified: false }])
      expect([odd, (await add(createAuthenticator().create(await start(), odd))).status]).toEqual([odd, 400]);
  });

  test('with a certificate, whose addresses nobody here may be made to ask', async () => {
    // attStmt is { x5c: [] }.
    const statement = Buffer.from([0xa1, 0x63, 0x78, 0x35, 0x63, 0x80]);
    for (const format of ['packed', 'android-key', 'fido-u2f', 'tpm', 'apple']) {
      const attestation = attestationObject(format, statement, Buffer.alloc(100));
      const answer = createAuthenticator().create(await start(), { attestation });
      expect([format, (await add(answer)).status]).toEqual([format, 400]);
    }
  });

  test('when somebody has it already', async () => {
    const other = await registerAdmin(api);
    const answer = authenticator.create(await start(other));

    expect(await add(answer, other)).toMatchObject({ status: 400, body: { code: 'already_exists' } });
  });

  test('with an unknown key, or more than one would send', async () => {
    const answer = createAuthenticator().create(await start());

    expect((await add({ ...answer, more: true })).status).toBe(400);
    expect((await add({ ...answer, attestationObject: 'x'.repeat(16_001) })).status).toBe(400);
    expect((await add({ ...answer, transports: ['<script>'] })).status).toBe(400);
  });
});
