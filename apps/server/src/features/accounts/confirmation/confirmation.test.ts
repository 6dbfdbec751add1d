import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { goodPassword, joinTeam, registerAdmin } from '../../../../test/harness/people.ts';
import { linkIn } from '../../../../test/harness/mail-catcher.ts';
import { type Caller, startTestApi, type TestApi } from '../../../../test/harness/test-api.ts';
import { readyAdmin, spring } from '../../../../test/sending/ready-admin.ts';
import { confirmationToken } from './confirmation-token.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ workers: true });
});
afterAll(() => api.close());

let count = 0;
const newAddress = () => `person${(count += 1)}@confirm.example`;

async function register(email = newAddress(), name = 'Priya Raman', organizationName = 'Fernhill Studio') {
  const caller = api.visitor();
  const body = { name, email, password: goodPassword, confirmPassword: goodPassword, organizationName };
  const answer = await caller.request('POST', '/api/auth/register', body);
  expect(answer.status).toBe(201);
  return Object.assign(caller, { user: answer.body.user, email });
}
const tokenFor = async (email: string) =>
  new URL(linkIn(await api.mail.waitForConfirmation(email))).searchParams.get('token');
const confirm = (caller: Caller, token: unknown) => caller.request('POST', '/api/auth/confirm-email', { token });
const signIn = (email: string, password: string) =>
  api.visitor().request('POST', '/api/auth/login', { email, password });
const unconfirm = (email: string) =>
  api.db.owner.query('update directory.users set email_confirmed_at = null where email = $1', [email]);

describe('a new address', () => {
  test('P1: is confirmed by the mailed link, once, and by nobody else', async () => {
    const person = await register();
    const stranger = await registerAdmin(api);
    const mail = await api.mail.waitForConfirmation(person.email);
    const link = new URL(linkIn(mail));
    const token = link.searchParams.get('token');

    const withoutSession = await confirm(api.visitor(), token);
    const byStranger = await confirm(stranger, token);
    const first = await confirm(person, token);
    const second = await confirm(person, token);

    expect(link.origin + link.pathname).toBe('http://waggle.test/auth/confirm-email');
    expect(person.user.emailConfirmed).toBe(false);
    expect([withoutSession.status, byStranger.status]).toEqual([401, 410]);
    expect(first).toMatchObject({ status: 200, body: { emailConfirmed: true } });
    expect(second).toMatchObject({ status: 410, body: { code: 'link_used' } });
  });

  test('P1: is not confirmed by a link that is forged, old, for another address or for another purpose', async () => {
    const person = await register();
    const key = api.config.SECRET_KEY;
    const addressee = { id: person.user.id, email: person.email };
    const good = confirmationToken(key, addressee, new Date());
    const flipped = good.slice(0, -2) + (good.endsWith('AA') ? 'BB' : 'AA');
    const answers = [
      await confirm(person, flipped),
      await confirm(person, `${good.split('.')[0]}.${'A'.repeat(43)}`),
      await confirm(person, confirmationToken('another secret that is long enough', addressee, new Date())),
      await confirm(person, confirmationToken(key, addressee, new Date(Date.now() - 3 * 86_400_000 - 1_000))),
      await confirm(person, confirmationToken(key, { ...addressee, email: 'old@confirm.example' }, new Date())),
    ];

    expect(answers.map(({ status }) => status)).toEqual([410, 410, 410, 410, 410]);
    expect((await person.request('GET', '/api/auth/me')).body.emailConfirmed).toBe(false);
  });

  test('P14: gets a mail that repeats nothing the person typed', async () => {
    const person = await register(newAddress(), 'Win at evil.example/win', 'Claim it at https://evil.example');

    const { subject, text, html } = await api.mail.waitForConfirmation(person.email);

    expect(subject).toBe('Confirm your email address for Waggle');
    expect(text + html).not.toContain('evil');
  });

  test('is mailed to again when asked, and not once it is confirmed', async () => {
    const person = await register();
    await api.mail.waitForConfirmation(person.email);
    const before = api.mail.mails.filter(({ to }) => to === person.email).length;

    const again = await person.request('POST', '/api/auth/resend-confirmation');
    while (api.mail.mails.filter(({ to }) => to === person.email).length === before)
      await new Promise((resolve) => setTimeout(resolve, 20));
    await confirm(person, await tokenFor(person.email));
    const needless = await person.request('POST', '/api/auth/resend-confirmation');
    const { rows } = await api.db.owner.query(
      `select count(*)::int as jobs from pgboss.job where name = 'accounts.send-confirmation' and data -> 'payload' ->> 'userId' = $1`,
      [person.user.id],
    );

    expect([again.status, needless.status]).toEqual([204, 204]);
    expect(rows[0]).toEqual({ jobs: 2 });
  });
});

describe('until an address is confirmed', () => {
  test('P1: nothing is mailed for the person: no invitation, test, campaign, resumed campaign or connection', async () => {
    const admin = await readyAdmin(api);
    const campaign = (await admin.request('POST', '/api/campaigns', spring)).body;
    const paused = (await admin.request('POST', '/api/campaigns', spring)).body;
    await api.db.owner.query(`update campaigns set status = 'PAUSED' where id = $1`, [paused.id]);
    const invited = (await admin.request('POST', '/api/team/invitations', { email: 'a@confirm.example' })).body;
    await api.mail.waitFor('a@confirm.example');
    await unconfirm(admin.user.email);
    const before = api.mail.mails.length;

    const answers = await Promise.all(
      (
        [
          ['POST', '/api/team/invitations', { email: 'b@confirm.example' }],
          ['POST', `/api/team/invitations/${invited.id}/resend`],
          ['POST', `/api/campaigns/${campaign.id}/test`],
          ['POST', `/api/campaigns/${campaign.id}/send`],
          ['PATCH', `/api/campaigns/${paused.id}`, { status: 'ACTIVE' }],
          ['POST', '/api/sending/test', { senderId: admin.sender.id }],
          ['POST', '/api/sending/connections', { name: 'Mine', host: '127.0.0.1', port: 25, tls: 'none' }],
          ['PUT', `/api/sending/connections/${admin.connection.id}`, { name: 'Mine' }],
          ['POST', `/api/sending/connections/${admin.connection.id}/check`],
        ] as const
      ).map(async ([method, path, body]) => ({ path, answer: await admin.request(method, path, body) })),
    );

    for (const { path, answer } of answers)
      expect({ path, status: answer.status, code: answer.body.code }).toEqual({
        path,
        status: 403,
        code: 'address_unconfirmed',
      });
    expect(api.mail.mails).toHaveLength(before);
  });

  test('P14: it does not keep its owner from accepting an invitation, and whoever took it is out', async () => {
    const email = newAddress();
    const squatter = await register(email, 'Not Me', 'Squatted');
    await squatter.request('POST', '/api/contacts', { email: 'kept@confirm.example' });
    const admin = await registerAdmin(api);
    await admin.request('POST', '/api/team/invitations', { email, role: 'USER' });
    const token = new URL(linkIn(await api.mail.waitFor(email))).searchParams.get('token');

    const seen = await api.visitor().request('POST', '/api/auth/read-invitation', { token });
    const owner = api.visitor();
    const password = 'copper lantern 9';
    const accepted = await owner.request('POST', '/api/auth/accept-invitation', {
      token,
      name: 'The Owner',
      password,
      confirmPassword: password,
    });
    const squatted = await squatter.request('GET', '/api/auth/me');
    const [old, own] = [await signIn(email, goodPassword), await signIn(email, password)];
    const people = (await admin.request('GET', '/api/team/members')).body.items;
    const left = async () =>
      (
        await api.db.owner.query('select from organizations where id = $1 and deleting_since is null', [
          squatter.user.organizationId,
        ])
      ).rowCount;
    for (const deadline = Date.now() + 10_000; Date.now() < deadline && (await left()) !== 0;)
      await new Promise((resolve) => setTimeout(resolve, 50));

    expect(seen.body.replacesAccount).toBe(true);
    expect(accepted).toMatchObject({
      status: 201,
      body: { email, emailConfirmed: true, organizationId: admin.user.organizationId },
    });
    expect(squatted.status).toBe(401);
    expect([old.status, own.status]).toEqual([401, 200]);
    expect(people.map((member: { name: string }) => member.name)).toContain('The Owner');
    expect(await left()).toBe(0);
  });

  test('P14: a confirmed address still keeps its account', async () => {
    const taken = await registerAdmin(api);
    const admin = await registerAdmin(api);
    await admin.request('POST', '/api/team/invitations', { email: taken.user.email });
    const token = new URL(linkIn(await api.mail.waitFor(taken.user.email))).searchParams.get('token');

    const seen = await api.visitor().request('POST', '/api/auth/read-invitation', { token });
    const answer = await api.visitor().request('POST', '/api/auth/accept-invitation', {
      token,
      name: 'Again',
      password: goodPassword,
      confirmPassword: goodPassword,
    });

    expect(seen.body.replacesAccount).toBe(false);
    expect(answer).toMatchObject({ status: 409, body: { code: 'address_taken' } });
    expect((await taken.request('GET', '/api/auth/me')).status).toBe(200);
  });
});

describe('a mailed link that was followed', () => {
  test('of an invitation has confirmed the address', async () => {
    const colleague = await joinTeam(api, await registerAdmin(api), 'USER');

    expect(colleague.user.emailConfirmed).toBe(true);
  });

  test('P14: of a new password has confirmed the address, and ends what its taker had set up', async () => {
    const squatter = await register();
    await api.db.owner.query(
      `insert into directory.two_factors (user_id, secret, backup_codes) values ($1, 'theirs', 'theirs')`,
      [squatter.user.id],
    );
    await api.db.owner.query('update directory.users set two_factor_enabled = true where id = $1', [squatter.user.id]);
    const password = 'copper lantern 9';

    await api.visitor().request('POST', '/api/auth/forgot-password', { email: squatter.email });
    const token = new URL(linkIn(await api.mail.waitFor(squatter.email))).searchParams.get('token');
    const body = { token, password, confirmPassword: password };
    const reset = await api.visitor().request('POST', '/api/auth/reset-password', body);
    const owner = await signIn(squatter.email, password);

    expect(reset.status).toBe(204);
    expect(owner).toMatchObject({ status: 200, body: { emailConfirmed: true, twoFactorEnabled: false } });
    expect((await squatter.request('GET', '/api/auth/me')).status).toBe(401);
  });
});
