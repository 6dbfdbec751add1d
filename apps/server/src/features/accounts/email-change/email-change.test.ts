import { TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { linkIn } from '../../../../test/harness/mail-catcher.ts';
import { goodPassword, joinTeam, type Person, registerAdmin } from '../../../../test/harness/people.ts';
import { type Caller, startTestApi, type TestApi } from '../../../../test/harness/test-api.ts';
import { noticeWords } from '../security-notices/words.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ workers: true });
});
afterAll(() => api.close());

const path = '/api/profile/email-change';
const subjects = {
  new: 'Confirm your new email address',
  old: 'Confirm that your email address changes',
  taken: 'This email address already has an account for Waggle',
};
const notice = noticeWords('en', 'Waggle').kinds['email-changed'].subject;

let count = 0;
const newAddress = () => `moved${(count += 1)}@change.example`;
const ask = (caller: Caller, email: string, more = {}) =>
  caller.request('POST', path, { email, password: goodPassword, ...more });
const confirm = (caller: Caller, token: unknown) => caller.request('POST', `${path}/confirm`, { token });
const mailed = (to: string, subject: string) => api.mail.waitFor(to, (mail) => mail.subject === subject);
const tokenIn = async (to: string, side: 'old' | 'new') =>
  new URL(linkIn(await mailed(to, subjects[side]))).searchParams.get('token');
const signIn = (email: string) => api.visitor().request('POST', '/api/auth/login', { email, password: goodPassword });
const emailOf = async ({ user }: Person) =>
  (await api.db.owner.query('select email from directory.users where id = $1', [user.id])).rows[0]?.email;

/** Somebody who has asked, with both links. */
async function asking(email = newAddress()) {
  const admin = await registerAdmin(api);
  const answer = await ask(admin, email);
  const tokens = { new: await tokenIn(email, 'new'), old: await tokenIn(admin.user.email, 'old') };
  return { admin, email, before: admin.user.email, answer, tokens };
}

describe('a new address', () => {
  test.each([
    ['new', 'old'],
    ['old', 'new'],
  ] as const)('holds when both have confirmed, the %s one first', async (first, second) => {
    const { admin, email, before, answer, tokens } = await asking();
    const elsewhere = api.visitor();
    await elsewhere.request('POST', '/api/auth/login', { email: before, password: goodPassword });

    const half = await confirm(admin, tokens[first]);
    const between = await emailOf(admin);
    const pending = await admin.request('GET', path);
    const whole = await confirm(admin, tokens[second]);

    expect(answer).toMatchObject({ status: 200, body: { email, oldConfirmed: false, newConfirmed: false } });
    expect(half).toMatchObject({ status: 200, body: { email, waitsFor: second } });
    expect(between).toBe(before);
    expect(pending.body.pending).toMatchObject({ oldConfirmed: first === 'old', newConfirmed: first === 'new' });
    expect(whole).toMatchObject({ status: 200, body: { email, waitsFor: null } });
    expect((await admin.request('GET', '/api/auth/me')).body).toMatchObject({ email, emailConfirmed: true });
    expect((await admin.request('GET', path)).body).toEqual({ pending: null });
    expect((await elsewhere.request('GET', '/api/auth/me')).status).toBe(401);
    expect([(await signIn(before)).status, (await signIn(email)).status]).toEqual([401, 200]);
    await mailed(before, notice);
    await mailed(email, notice);
    const { body } = await admin.request('GET', '/api/audit-log?limit=100');
    const made = body.items.find(({ action }: { action: string }) => action === 'profile.confirm-email-change');
    expect(made.changes).toEqual([{ field: 'email', from: before, to: email }]);
  });

  test('is asked for with the password, and the code of who has one', async () => {
    const admin = await registerAdmin(api);
    const started = await admin.request('POST', '/api/profile/two-factor/start', { password: goodPassword });
    const code = () => new TOTP({ secret: started.body.secret }).generate();
    const wrong = await ask(admin, newAddress(), { password: 'not the password' });
    await admin.request('POST', '/api/profile/two-factor/confirm', { code: code() });

    const without = await ask(admin, newAddress());
    const wrongCode = await ask(admin, newAddress(), { code: '000000' });
    const [recovery] = started.body.recoveryCodes;
    const withCode = await ask(admin, newAddress(), { code: recovery });

    expect(wrong).toMatchObject({ status: 400, body: { code: 'wrong_password' } });
    expect(without).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', fields: { code: expect.any(String) } },
    });
    expect(wrongCode).toMatchObject({ status: 400, body: { code: 'wrong_code' } });
    expect(withCode.status).toBe(200);
  });

  test('ends with a new password, as the mail to the old address says', async () => {
    const { admin, before, tokens } = await asking();
    await confirm(admin, tokens.new);
    const password = 'copper lantern 9';
    await admin.request('POST', '/api/profile/password', {
      currentPassword: goodPassword,
      password,
      confirmPassword: password,
    });

    const late = await confirm(admin, tokens.old);

    expect(late.status).toBe(410);
    expect(await emailOf(admin)).toBe(before);
    expect((await admin.request('GET', path)).body).toEqual({ pending: null });
  });

  test('ends links that were mailed before it', async () => {
    const { admin, before, tokens } = await asking();
    await api.visitor().request('POST', '/api/auth/forgot-password', { email: before });
    const reset = new URL(linkIn(await mailed(before, 'Reset your Waggle password'))).searchParams.get('token');

    await confirm(admin, tokens.old);
    await confirm(admin, tokens.new);
    const password = 'copper lantern 9';
    const late = await api
      .visitor()
      .request('POST', '/api/auth/reset-password', { token: reset, password, confirmPassword: password });

    expect(late.status).toBe(410);
  });

  test('is confirmed by itself where the old one never was', async () => {
    const admin = await registerAdmin(api);
    await api.db.owner.query('update directory.users set email_confirmed_at = null where id = $1', [admin.user.id]);
    const email = newAddress();

    const answer = await ask(admin, email);
    const done = await confirm(admin, await tokenIn(email, 'new'));

    expect(answer.body).toMatchObject({ oldConfirmed: true, newConfirmed: false });
    expect(done.body).toEqual({ email, waitsFor: null });
    expect(api.mail.mails.filter(({ to, subject }) => to === admin.user.email && subject === subjects.old)).toEqual([]);
  });

  test('cannot be the one the person has', async () => {
    const admin = await registerAdmin(api);

    expect(await ask(admin, admin.user.email.toUpperCase())).toMatchObject({
      status: 400,
      body: { fields: { email: 'This is your email address already.' } },
    });
  });
});

describe('a link', () => {
  test('works once, for its own side, and for nobody else', async () => {
    const { admin, before, tokens } = await asking();
    const { admin: other, tokens: others } = await asking();
    const colleague = await joinTeam(api, admin, 'ADMIN');

    const answers = [
      await confirm(api.visitor(), tokens.old),
      await confirm(other, tokens.old),
      await confirm(colleague, tokens.new),
      await confirm(admin, others.new),
      await confirm(admin, tokens.old),
      await confirm(admin, tokens.old),
      await confirm(admin, `${tokens.new}x`),
    ];

    expect(answers.map(({ status }) => status)).toEqual([401, 410, 410, 410, 200, 410, 410]);
    expect(await emailOf(admin)).toBe(before);
    const { rows } = await api.db.owner.query('select old_token, new_token from directory.email_changes');
    expect(JSON.stringify(rows)).not.toContain(tokens.new!);
  });

  test('expires after 24 hours', async () => {
    const { admin, tokens } = await asking();
    const { rows } = await api.db.owner.query(
      `update directory.email_changes set expires_at = now() where user_id = $1 returning extract(epoch from now() - created_at) < 3600 as fresh`,
      [admin.user.id],
    );

    expect(rows).toEqual([{ fresh: true }]);
    expect((await confirm(admin, tokens.new)).status).toBe(410);
    expect((await admin.request('GET', path)).body).toEqual({ pending: null });
    expect((await admin.request('POST', `${path}/resend`)).status).toBe(404);
  });

  test('dies with a cancelled or replaced request', async () => {
    const first = await asking();
    const again = newAddress();
    await ask(first.admin, again);
    const replaced = [await confirm(first.admin, first.tokens.old), await confirm(first.admin, first.tokens.new)];
    const token = await tokenIn(again, 'new');
    const cancelled = await first.admin.request('DELETE', path);

    expect(replaced.map(({ status }) => status)).toEqual([410, 410]);
    expect(cancelled.status).toBe(204);
    expect((await confirm(first.admin, token)).status).toBe(410);
    expect((await first.admin.request('DELETE', path)).status).toBe(404);
  });

  test('is mailed again to who has not confirmed', async () => {
    const { admin, email, before, tokens } = await asking();
    await confirm(admin, tokens.old);
    const sent = (to: string, subject: string) =>
      api.mail.mails.filter((mail) => mail.to === to && mail.subject === subject);

    const resent = await admin.request('POST', `${path}/resend`);
    await expect.poll(() => sent(email, subjects.new).length, { timeout: 10_000 }).toBe(2);

    expect(resent.status).toBe(204);
    expect(sent(before, subjects.old)).toHaveLength(1);
    expect((await confirm(admin, tokens.new)).body.waitsFor).toBeNull();
  });

  test('does nothing for somebody who was removed', async () => {
    const admin = await registerAdmin(api);
    const colleague = await joinTeam(api, admin, 'USER');
    const email = newAddress();
    await ask(colleague, email);
    const token = await tokenIn(email, 'new');

    await admin.request('DELETE', `/api/team/members/${colleague.user.id}`);

    expect((await confirm(colleague, token)).status).toBe(401);
    expect(await emailOf(colleague)).toBeUndefined();
    const { rows } = await api.db.owner.query('select from directory.email_changes where user_id = $1', [
      colleague.user.id,
    ]);
    expect(rows).toEqual([]);
  });

  test('of two requests at once belongs to the one that is kept', async () => {
    const admin = await registerAdmin(api);
    const emails = [newAddress(), newAddress()];

    const answers = await Promise.all(emails.map((email) => ask(admin, email)));
    const kept = (await admin.request('GET', path)).body.pending.email;
    const token = await tokenIn(kept, 'new');
    await confirm(admin, token);
    const { rows } = await api.db.owner.query('select from directory.email_changes where user_id = $1', [
      admin.user.id,
    ]);

    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(rows).toHaveLength(1);
    expect((await admin.request('GET', path)).body.pending).toMatchObject({ email: kept, newConfirmed: true });
  });

  test('changes the address once when both are opened at once', async () => {
    const { admin, email, tokens } = await asking();

    const answers = await Promise.all([confirm(admin, tokens.old), confirm(admin, tokens.new)]);

    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers.filter(({ body }) => body.waitsFor === null)).toHaveLength(1);
    expect(await emailOf(admin)).toBe(email);
  });
});

describe('an address that somebody has', () => {
  test('gets the same answer as a free one, and its owner is told', async () => {
    const owner = await registerAdmin(api);
    const admin = await registerAdmin(api);
    const [taken, free] = [owner.user.email, newAddress()];

    const answers = [await ask(admin, free), await ask(admin, taken)];
    const mail = await mailed(taken, subjects.taken);
    const half = await confirm(admin, await latestOldToken(admin));

    const shapes = answers.map(({ status, body }) => ({ status, ...body, email: '', expiresAt: '' }));
    expect(shapes[0]).toEqual(shapes[1]);
    expect(mail.text).not.toContain('token=');
    expect(half.body).toEqual({ email: taken, waitsFor: 'new' });
    expect(await emailOf(owner)).toBe(taken);
  });

  test('by the time of the last link leaves the own one as it is', async () => {
    const { admin, email, before, tokens } = await asking();
    await confirm(admin, tokens.new);
    await registerAdmin(api, 'BUSINESS', email);

    const late = await confirm(admin, tokens.old);

    expect(late).toMatchObject({ status: 409, body: { code: 'address_taken' } });
    expect(late.body.message).toBe("Another account has this email address by now. Your address hasn't changed.");
    expect(await emailOf(admin)).toBe(before);
    expect((await admin.request('GET', path)).body).toEqual({ pending: null });
    expect((await admin.request('GET', '/api/auth/me')).status).toBe(200);
  });
});

async function latestOldToken({ user }: Person) {
  const links = () => api.mail.mails.filter(({ to, subject }) => to === user.email && subject === subjects.old);
  await expect.poll(() => links().length, { timeout: 10_000 }).toBe(2);
  return new URL(linkIn(links().at(-1)!)).searchParams.get('token');
}

test('somebody asks 5 times a day at most, and one address gets 3 emails an hour', async () => {
  const limited = await startTestApi({ env: { UNSAFE_NO_RATE_LIMITS: 'false' } });
  try {
    const [admin, other] = [await registerAdmin(limited), await registerAdmin(limited)];
    const wanted = newAddress();
    const statuses: number[] = [];
    for (const email of [wanted, wanted, newAddress(), newAddress(), newAddress(), newAddress()])
      statuses.push((await ask(admin, email)).status);

    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    expect([(await ask(other, wanted)).status, (await ask(other, wanted)).status]).toEqual([200, 429]);
  } finally {
    await limited.close();
  }
});
