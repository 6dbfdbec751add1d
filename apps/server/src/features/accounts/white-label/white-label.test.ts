import { type Tier, tiers } from '@waggle/contracts/plans';
import { type TOTP, URI } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { linkIn } from '../../../../test/harness/mail-catcher.ts';
import { goodPassword, joinTeam, type Person, registerAdmin } from '../../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../../test/harness/test-api.ts';
import { redPixel } from '../../../../test/matrix/tenant-fixture.ts';
import { png } from '#platform/storage/test-harness.ts';
import { ask } from '../../../../test/sending/ready-admin.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ workers: true });
});
afterAll(() => api.close());

const typed = {
  isOn: true,
  name: 'Hive & Co',
  accent: '#2c4f98',
  markId: null,
  wideId: null,
  supportEmail: 'help@hive.example',
  hidesPoweredBy: false,
};
const save = (person: Person, change: object = {}) =>
  person.request('PUT', '/api/white-label', { ...typed, ...change });
const read = (person: Person) => ask(person, 'GET', '/api/white-label');
const upload = (person: Person, content: Buffer) => person.request('POST', '/api/white-label/logos', content);
const rows = async (text: string, ...values: unknown[]) => (await api.db.owner.query(text, values)).rows;
const setTier = ({ user }: Person, tier: Tier) =>
  rows('update organizations set subscription_tier = $2 where id = $1', user.organizationId, tier);
const productOf = async (person: Person) => (await ask(person, 'GET', '/api/auth/me')).product;

async function agency(): Promise<Person> {
  const admin = await registerAdmin(api);
  await setTier(admin, 'system');
  return admin;
}

let count = 0;
async function invitedBy(admin: Person) {
  const email = `invited${(count += 1)}@white.example`;
  await ask(admin, 'POST', '/api/team/invitations', { email, role: 'USER', clientIds: [] });
  return api.mail.waitFor(email);
}

describe('a white label', () => {
  test('is read by everybody and changed by admins alone', async () => {
    const admin = await agency();
    const viewer = await joinTeam(api, admin, 'VIEWER');
    const mark = (await upload(admin, redPixel)).body;

    const before = await read(viewer);
    const saved = await save(admin, { accent: '#2C4F98', markId: mark.id });
    const refused = [await save(viewer), await upload(viewer, redPixel)];

    expect(before).toMatchObject({ isOn: false, name: '', mark: null });
    expect(saved.status).toBe(200);
    expect(saved.body).toEqual({
      isOn: true,
      name: 'Hive & Co',
      accent: '#2c4f98',
      mark,
      wide: null,
      supportEmail: 'help@hive.example',
      hidesPoweredBy: false,
    });
    expect(await read(viewer)).toEqual(saved.body);
    expect(refused.map(({ status }) => status)).toEqual([403, 403]);
    expect(await productOf(viewer)).toEqual({
      name: 'Hive & Co',
      accent: '#2c4f98',
      mark: mark.url,
      wide: null,
      supportEmail: 'help@hive.example',
    });
  });

  test('is that of the whole organization, whichever client is on screen or somebody is limited to', async () => {
    const admin = await agency();
    const { id: clientId } = await ask(admin, 'POST', '/api/clients', { name: 'Bakery', email: null });
    await ask(admin, 'POST', '/api/auth/set-active-client', { clientId });
    const mark = (await upload(admin, png(30, 30))).body;
    await save(admin, { markId: mark.id });
    const limited = await joinTeam(api, admin, 'USER', clientId);

    expect(await productOf(limited)).toMatchObject({ name: 'Hive & Co', mark: mark.url });
    expect((await read(limited)).name).toBe('Hive & Co');
  });

  test.each([
    { name: 'x' },
    { name: 'x'.repeat(41) },
    { name: 'Two\nlines' },
    { name: 'https://evil.example' },
    { name: 'evil.example' },
    { name: 'evil\u200b.example' },
    { name: 'ｅｖｉｌ．ｅｘａｍｐｌｅ' },
    { name: 'prize@evil.example' },
    { accent: 'red' },
    { accent: '#2c4f98;}body{display:none' },
    { supportEmail: 'nobody' },
    { isAdmin: true },
  ])('%o is refused', async (change) => {
    const admin = await agency();

    expect((await save(admin, change)).status).toBe(400);
  });

  test.each([
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['a page called a picture', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['more than 64 KB', png(200, 200, 64 * 1_024 + 1)],
    ['more than 1,024 pixels', png(1_025, 20)],
  ])('a logo that is %s is refused', async (_what, content) => {
    expect((await upload(await agency(), content)).status).toBe(400);
  });

  test('needs an admin whose own address is confirmed, because its name is in emails to strangers', async () => {
    const admin = await agency();
    await rows('update directory.users set email_confirmed_at = null where id = $1', admin.user.id);

    const answer = await save(admin);

    expect(answer.body).toMatchObject({ code: 'address_unconfirmed' });
    expect(await productOf(admin)).toBeNull();
  });

  test('takes no picture of another organization, nor one made for something else', async () => {
    const [admin, other] = [await agency(), await agency()];
    const foreign = (await upload(other, redPixel)).body;
    const logo = (await admin.request('POST', '/api/brand/logos', redPixel)).body;

    const answers = [await save(admin, { markId: foreign.id }), await save(admin, { wideId: logo.id })];

    expect(answers.map(({ status }) => status)).toEqual([404, 404]);
  });

  test('falls back to initials where its logo was deleted', async () => {
    const admin = await agency();
    const mark = (await upload(admin, redPixel)).body;
    await save(admin, { markId: mark.id });

    await rows('delete from files where id = $1', mark.id);

    expect(await productOf(admin)).toMatchObject({ name: 'Hive & Co', mark: null });
    expect((await read(admin)).mark).toBeNull();
  });

  test('is in the audit log with what it was before', async () => {
    const admin = await agency();
    await save(admin);
    await save(admin, { name: 'Hive', isOn: false });

    const [entry] = await rows(
      `select changes from audit_log where organization_id = $1 and action = 'white-label.update' order by happened_at desc limit 1`,
      admin.user.organizationId,
    );

    expect(entry.changes).toEqual(
      expect.arrayContaining([
        { field: 'productName', from: 'Hive & Co', to: 'Hive' },
        { field: 'isOn', from: true, to: false },
      ]),
    );
    expect(entry.changes.map(({ field }: { field: string }) => field)).not.toContain('accent');
  });
});

describe('a plan without it', () => {
  test.each(tiers.filter((tier) => tier !== 'system'))(
    '%s refuses to save it and says which plan has it',
    async (tier) => {
      const admin = await registerAdmin(api);
      await setTier(admin, tier);

      const answers = [await save(admin), await upload(admin, redPixel)];

      for (const { body } of answers) expect(body).toMatchObject({ code: 'plan_limit' });
      expect(answers[0]!.body.message).toContain('System');
    },
  );

  test('shows ours again at once, and the own one with all its settings after an upgrade', async () => {
    const admin = await agency();
    await save(admin);
    const before = [await productOf(admin), await read(admin)];

    await setTier(admin, 'plus');
    const without = await productOf(admin);
    const mail = await invitedBy(admin);
    await setTier(admin, 'system');

    expect(without).toBeNull();
    expect(mail.subject).toBe("You've been invited to Waggle");
    expect(mail.from).toContain('Waggle');
    expect([await productOf(admin), await read(admin)]).toEqual(before);
  });
});

describe('people of an organization with a white label', () => {
  test('get an invitation, the page of its link and a reset in its name; another organization never', async () => {
    const [admin, other] = [await agency(), await agency()];
    await save(admin);

    const mail = await invitedBy(admin);
    const token = new URL(linkIn(mail)).searchParams.get('token');
    const page = await api.visitor().request('POST', '/api/auth/read-invitation', { token });
    await api.visitor().request('POST', '/api/auth/forgot-password', { email: admin.user.email });
    const reset = await api.mail.waitFor(admin.user.email, ({ subject }) => subject.includes('password'));
    const foreign = await invitedBy(other);

    expect(mail.subject).toBe("You've been invited to Hive & Co");
    expect(mail.from).toBe('"Hive & Co" <no-reply@localhost.localdomain>');
    expect(reset.subject).toBe('Reset your Hive & Co password');
    for (const { text, html } of [mail, reset]) expect(text + html).not.toContain('Waggle');
    expect(page.body.product).toMatchObject({ name: 'Hive & Co', accent: '#2c4f98' });
    expect(`${foreign.subject} ${foreign.html}`).not.toContain('Hive');
    expect(await productOf(other)).toBeNull();
  });

  test('see it from the answer of signing in on', async () => {
    const admin = await agency();
    await save(admin);

    const { body } = await api
      .visitor()
      .request('POST', '/api/auth/login', { email: admin.user.email, password: goodPassword });

    expect(body.product).toMatchObject({ name: 'Hive & Co' });
  });

  test('find its name in their authenticator app, and the code works', async () => {
    const admin = await agency();
    await save(admin, { name: 'Hive: Co' });

    const { uri, secret } = await ask(admin, 'POST', '/api/profile/two-factor/start', { password: goodPassword });
    const entry = URI.parse(uri) as TOTP;

    expect(entry).toMatchObject({ issuer: 'Hive Co', label: admin.user.email });
    expect(entry.secret.base32).toBe(secret);
    const confirmed = await admin.request('POST', '/api/profile/two-factor/confirm', { code: entry.generate() });
    expect(confirmed.status).toBeLessThan(300);
  });

  test('have a picture of it in emails to themselves, and strangers have none', async () => {
    const admin = await agency();
    const mark = (await upload(admin, redPixel)).body;
    await save(admin, { markId: mark.id });

    const invitation = await invitedBy(admin);
    await api.visitor().request('POST', '/api/auth/forgot-password', { email: admin.user.email });
    const reset = await api.mail.waitFor(admin.user.email, ({ subject }) => subject.startsWith('Reset'));

    expect(reset.html).toContain(`<img src="${mark.url}"`);
    expect(invitation.html).not.toContain('<img');
  });
});

test('strangers see ours: no host belongs to an organization', async () => {
  await save(await agency());

  expect((await api.visitor().request('GET', '/api/product')).body).toEqual({ product: null });
});
