import { TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { goodPassword, joinTeam, type Person, registerAdmin } from '../harness/people.ts';
import { createCaller, startTestApi, type TestApi } from '../harness/test-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ workers: true });
});
afterAll(() => api.close());

const next = () => Date.now() + 30_000;
const disable = (person: Pick<Person, 'request'>, code: string) =>
  person.request('POST', '/api/profile/two-factor/disable', { password: goodPassword, code });

async function withSecondFactor(person: Person) {
  const { body } = await person.request('POST', '/api/profile/two-factor/start', { password: goodPassword });
  const totp = new TOTP({ secret: body.secret });
  await person.request('POST', '/api/profile/two-factor/confirm', { code: totp.generate() });
  return { person, totp, recoveryCodes: body.recoveryCodes as string[] };
}

const isOn = async (person: Person): Promise<boolean> =>
  (await person.request('GET', '/api/auth/me')).body.twoFactorEnabled;

describe('the second factor of one person', () => {
  test.each([';', ';  ', '; waggle.session_token =x;', ';\t'])(
    'is not met by the code of another whose cookie stands beside theirs, after "%s"',
    async (between) => {
      const victim = await withSecondFactor(await registerAdmin(api));
      const thief = await withSecondFactor(await registerAdmin(api));
      const both = (first: string, second: string) => {
        const caller = createCaller(api.app);
        const cookie = `${first}; x=1${between}${second}`;
        return {
          request: (method: string, url: string, body?: unknown) => caller.request(method, url, body, { cookie }),
        };
      };

      const answers = [];
      for (const code of [thief.totp.generate({ timestamp: next() }), thief.recoveryCodes[0]!]) {
        answers.push(await disable(both(victim.person.cookie, thief.person.cookie), code));
        answers.push(await disable(both(` ${victim.person.cookie}`, thief.person.cookie.replace('=', ' =')), code));
      }

      expect(answers.map(({ body }) => body.code)).toEqual(Array(4).fill('wrong_code'));
      expect([await isOn(victim.person), await isOn(thief.person)]).toEqual([true, true]);
    },
  );

  test('takes a code once, also when another was used in between', async () => {
    const { person, totp } = await withSecondFactor(await registerAdmin(api));
    const { email } = person.user;
    const enter = async (code: string) => {
      const caller = api.visitor();
      await caller.request('POST', '/api/auth/login', { email, password: goodPassword });
      return (await caller.request('POST', '/api/auth/two-factor', { code })).status;
    };
    const [first, second] = [totp.generate(), totp.generate({ timestamp: next() })];

    const statuses = [];
    for (const code of [first, second, first, second]) statuses.push(await enter(code));

    expect(statuses).toEqual([200, 200, 400, 400]);
  });

  test('is not confirmed again once it is on, which would tell whether a code is right', async () => {
    const { person, totp } = await withSecondFactor(await registerAdmin(api));

    const answers = [];
    for (const code of [totp.generate(), '000000'])
      answers.push(await person.request('POST', '/api/profile/two-factor/confirm', { code }));

    for (const answer of answers) expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
  });
});

test('guesses at a password and at a code are counted over all calls that ask for them', async () => {
  const limited = await startTestApi({ env: { UNSAFE_NO_RATE_LIMITS: 'false' } });
  const { person, recoveryCodes } = await withSecondFactor(await registerAdmin(limited));
  const guesses = { password: goodPassword, code: '000000' };
  const statuses = new Map<string, number[]>();
  const guess = async (method: string, url: string, body: object) =>
    statuses.set(url, [...(statuses.get(url) ?? []), (await person.request(method, url, body)).status]);
  for (let at = 0; at < 4; at += 1) {
    await guess('POST', '/api/profile/two-factor/disable', guesses);
    await guess('POST', '/api/profile/two-factor/recovery-codes', guesses);
    await guess('POST', '/api/profile/email-change', { ...guesses, email: 'new@second.example' });
  }
  const right = await disable(person, recoveryCodes[0]!);
  await limited.close();

  expect([...statuses.values()].flat().filter((status) => status === 400)).toHaveLength(10);
  expect([...statuses.values()].map((all) => all.at(-1))).toEqual([400, 429, 429]);
  expect(right.status).toBe(429);
});

test('whoever is removed, or is no admin any more, does not come back by an invitation of their own', async () => {
  const founder = await registerAdmin(api);
  const removed = await joinTeam(api, founder, 'ADMIN');
  const demoted = await joinTeam(api, founder, 'ADMIN');
  const invite = (by: Person, email: string) =>
    by.request('POST', '/api/team/invitations', { email, role: 'ADMIN', clientIds: [] });
  await invite(removed, 'again@second.example');
  await invite(demoted, 'twice@second.example');
  await invite(founder, 'wanted@second.example');

  await founder.request('DELETE', `/api/team/members/${removed.user.id}`);
  await founder.request('PUT', `/api/team/members/${demoted.user.id}`, { role: 'USER' });

  const { body } = await founder.request('GET', '/api/team/invitations?limit=100');
  expect(body.items.map(({ email }: { email: string }) => email)).toEqual(['wanted@second.example']);
});
