import { afterEach, describe, expect, test } from 'vitest';
import { goodPassword, registerAdmin } from '../../../../test/harness/people.ts';
import { linkIn } from '../../../../test/harness/mail-catcher.ts';
import { startTestApi, type TestApi } from '../../../../test/harness/test-api.ts';
import { createAccounts } from '../create-accounts.ts';
import { createMailer } from '#platform/mail/mail.ts';
import { createRateLimits } from '#platform/rate-limits.ts';
import { createAdmin } from './create-admin.ts';

let api: TestApi;
afterEach(() => api.close());

const start = (REGISTRATION: string, workers = false) => startTestApi({ workers, env: { REGISTRATION } });
const register = (email: string) =>
  api.visitor().request('POST', '/api/auth/register', {
    name: 'Somebody',
    email,
    password: goodPassword,
    confirmPassword: goodPassword,
    organizationName: 'House of Somebody',
  });
const mode = async () => (await api.visitor().request('GET', '/api/auth/registration')).body.mode;
const people = async () => (await api.db.owner.query('select email from directory.users')).rows.length;

describe('without a setting', () => {
  test('D17: the first person makes the organization, and then only invited people come in', async () => {
    api = await start('');
    const before = await mode();

    const first = await register('first@house.example');
    const second = await register('second@house.example');

    expect([before, first.status]).toEqual(['open', 201]);
    expect(second).toMatchObject({ status: 403, body: { code: 'registration_closed' } });
    expect([await mode(), await people()]).toEqual(['invite', 1]);
  });

  test('D17: of ten people who register at once on an empty installation one becomes its owner', async () => {
    api = await start('');

    const answers = await Promise.all(Array.from({ length: 10 }, (_, at) => register(`p${at}@house.example`)));

    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      201,
      ...Array<number>(9).fill(403),
    ]);
    expect(await people()).toBe(1);
    const { rowCount } = await api.db.owner.query('select from organizations');
    expect(rowCount).toBe(1);
  });
});

async function invited(admin: Awaited<ReturnType<typeof registerAdmin>>, email: string) {
  const answer = await admin.request('POST', '/api/team/invitations', { email });
  return { answer, token: async () => new URL(linkIn(await api.mail.waitFor(email))).searchParams.get('token') };
}
const accept = (token: string | null) =>
  api.visitor().request('POST', '/api/auth/accept-invitation', {
    token,
    name: 'Invited',
    password: goodPassword,
    confirmPassword: goodPassword,
  });

test('D17: "invite" takes invited people and nobody else', async () => {
  api = await startTestApi({ workers: true, env: { REGISTRATION: '' } });
  const admin = await registerAdmin(api);
  const { token } = await invited(admin, 'colleague@house.example');

  const stranger = await register('stranger@house.example');
  const accepted = await accept(await token());

  expect([stranger.status, accepted.status]).toEqual([403, 201]);
});

test('D17: "closed" takes nobody, not even somebody invited before, and says so to whoever invites', async () => {
  api = await startTestApi({ workers: true });
  const admin = await registerAdmin(api);
  const { token } = await invited(admin, 'late@house.example');
  const link = await token();
  const open = api;
  // The same database, after the operator has closed it.
  const { createApi } = await import('../../../api.ts');
  const { createLog } = await import('#platform/log.ts');
  const { createCaller } = await import('../../../../test/harness/test-api.ts');
  const config = { ...api.config, REGISTRATION: 'closed' as const };
  const app = await createApi(config, open.database, createLog({ LOG_LEVEL: 'silent' }, 'test'));
  const visitor = () => createCaller(app);

  const answers = [
    await visitor().request('POST', '/api/auth/accept-invitation', {
      token: link,
      name: 'Late',
      password: goodPassword,
      confirmPassword: goodPassword,
    }),
    await createCaller(app, admin.cookie).request('POST', '/api/team/invitations', { email: 'x@house.example' }),
    await visitor().request('POST', '/api/auth/register', {
      name: 'Somebody',
      email: 'new@house.example',
      password: goodPassword,
      confirmPassword: goodPassword,
      organizationName: 'House of Somebody',
    }),
  ];
  const told = await visitor().request('GET', '/api/auth/registration');
  const known = await createCaller(app, admin.cookie).request('GET', '/api/auth/me');
  await app.close();

  for (const answer of answers) expect(answer).toMatchObject({ status: 403, body: { code: 'registration_closed' } });
  expect([told.body.mode, known.status]).toEqual(['closed', 200]);
});

test('D17: the operator makes an ADMIN on a closed installation, who sets a password once by the printed link', async () => {
  api = await start('closed');
  const mailer = createMailer(api.config);
  const limits = createRateLimits(api.database.pool, true);
  const accounts = createAccounts({ config: api.config, database: api.database, limits, mailer });

  const { link } = await createAdmin(accounts, { email: 'boss@house.example', organizationName: 'The House' });
  const token = new URL(link).searchParams.get('token');
  const body = { token, password: goodPassword, confirmPassword: goodPassword };
  const first = await api.visitor().request('POST', '/api/auth/reset-password', body);
  const second = await api.visitor().request('POST', '/api/auth/reset-password', body);
  const signedIn = await api
    .visitor()
    .request('POST', '/api/auth/login', { email: 'boss@house.example', password: goodPassword });
  const twice = createAdmin(accounts, { email: 'boss@house.example', organizationName: 'The House' });
  mailer.close();

  expect(link).toMatch(/^http:\/\/waggle\.test\/auth\/reset-password\?token=/);
  expect([first.status, second.status]).toEqual([204, 410]);
  expect(signedIn).toMatchObject({ status: 200, body: { role: 'ADMIN', emailConfirmed: true } });
  await expect(twice).rejects.toMatchObject({ code: 'address_taken' });
  const { rows } = await api.db.owner.query('select name from organizations');
  expect(rows).toEqual([{ name: 'The House' }]);
});
