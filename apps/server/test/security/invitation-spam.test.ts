import { afterAll, beforeAll, expect, test } from 'vitest';
import { goodPassword, type Person, registerAdmin } from '../harness/people.ts';
import { startTestApi, type TestApi } from '../harness/test-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ workers: true, env: { UNSAFE_NO_RATE_LIMITS: 'false', TRUSTED_PROXIES: '127.0.0.1' } });
});
afterAll(() => api.close());

const invite = (admin: Person, email: string) => admin.request('POST', '/api/team/invitations', { email });

let tenant = 0;
/** From an address of its own, so that the limit of registrations stays out of it. */
async function spammer(name: string, organizationName: string): Promise<Person> {
  const caller = api.visitor();
  const email = `spammer${(tenant += 1)}@spam.example`;
  const body = { name, email, password: goodPassword, confirmPassword: goodPassword, organizationName };
  const answer = await caller.request('POST', '/api/auth/register', body, {
    'x-forwarded-for': `198.51.100.${tenant}`,
  });
  expect(answer.status).toBe(201);
  await api.db.owner.query('update directory.users set email_confirmed_at = now() where email = $1', [email]);
  return Object.assign(caller, { user: answer.body.user });
}

test.each([
  ['URGENT: Your parcel is held.', 'Claim your prize at https://evil.example/win'],
  ['Win at evil.example/win', 'www.evil.example'],
  ['Call us: 203.0.113.7/win', 'prize@evil.example'],
  ['evil。example', 'evil\u200b.example'],
  ['ｅｖｉｌ．ｅｘａｍｐｌｅ', 'HTTPS://EVIL.EXAMPLE'],
])('P14: "%s" of "%s" reaches no subject and no link of an invitation', async (name, organizationName) => {
  const admin = await spammer(name, organizationName);
  const to = `victim${tenant}@target.example`;

  const answer = await invite(admin, to);
  const mail = await api.mail.waitFor(to);
  const words = `${mail.text} ${mail.html}`.replaceAll(/https?:\/\/waggle\.test\/\S*/g, '').normalize('NFKC');

  expect(answer.status).toBe(201);
  expect(mail.subject).toBe("You've been invited to Waggle");
  expect(mail.from).toBe('"Waggle" <no-reply@localhost.localdomain>');
  expect(words).not.toMatch(/evil|203\.0\.113/i);
});

test('P14: an invitation has the color of the organization and never its logo, and a brand with a link is the product’s', async () => {
  const [honest, evil] = [await spammer('Ann', 'Fernhill Studio'), await spammer('Ann', 'House')];
  const brand = (person: Person, name: string) =>
    api.db.owner.query(
      `update brands set display_name = $2, accent = '#8a4f16', logo_name = 'AAAAAAAAAAAAAAAAAAAAAAAA.png', postal_address = $3 where organization_id = $1`,
      [person.user.organizationId, name, name === 'Fernhill' ? '1 Fern Hill Road' : 'Order at evil.example'],
    );
  await brand(honest, 'Fernhill');
  await brand(evil, 'Win at evil.example');

  await invite(honest, 'honest@target.example');
  await invite(evil, 'evil-brand@target.example');
  const [good, bad] = [
    await api.mail.waitFor('honest@target.example'),
    await api.mail.waitFor('evil-brand@target.example'),
  ];

  expect(good.html).toContain('Fernhill</p>');
  expect(good.html).toContain('background:#8a4f16');
  expect(good.text).toContain('Fernhill, 1 Fern Hill Road');
  expect(bad.html).toContain('Waggle</p>');
  expect(good.html + bad.html + bad.text).not.toMatch(/<img|evil\.example/);
});

test('P14: usual names are shown as they are', async () => {
  const admin = await spammer('Dr. J.P. O’Neill-Smith', 'St. Mary & Sons, Inc.');
  const to = 'usual@target.example';

  await invite(admin, to);

  const { text } = await api.mail.waitFor(to);
  expect(text).toContain('Dr. J.P. O’Neill-Smith invited you to join St. Mary & Sons, Inc. on Waggle.');
});

test('P14: a password reset repeats no link in a name either', async () => {
  const admin = await spammer('Win at evil.example/win', 'House');

  await api.visitor().request('POST', '/api/auth/forgot-password', { email: admin.user.email });

  const { text, html } = await api.mail.waitFor(admin.user.email);
  expect(text + html).not.toContain('evil');
});

test('P14: a new organization sends 5 invitations a day, an older one 20, repeated ones included', async () => {
  const admin = await registerAdmin(api);
  const answers = [];
  for (let at = 0; at < 4; at += 1) answers.push(await invite(admin, `first${at}@target.example`));
  const resend = await admin.request('POST', `/api/team/invitations/${answers[0]!.body.id}/resend`);
  const sixth = await invite(admin, 'sixth@target.example');
  await api.db.owner.query(`update organizations set created_at = now() - interval '25 hours' where id = $1`, [
    admin.user.organizationId,
  ]);
  const later = [];
  for (let at = 0; at < 21; at += 1) later.push((await invite(admin, `later${at}@target.example`)).status);

  expect([...answers.map(({ status }) => status), resend.status]).toEqual([201, 201, 201, 201, 200]);
  expect(sixth).toMatchObject({
    status: 429,
    body: { message: 'A new organization can send 5 invitations in its first 24 hours. Try again later.' },
  });
  expect(Number(sixth.headers['retry-after'])).toBeGreaterThan(80_000);
  expect(later).toEqual([...Array<number>(20).fill(201), 429]);
});
