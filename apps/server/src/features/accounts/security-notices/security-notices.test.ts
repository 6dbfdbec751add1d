import { waggle } from '@waggle/email/mail-product';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { goodPassword, joinTeam, type Person, registerAdmin } from '../../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../../test/harness/test-api.ts';
import { noticeMail } from './notice-mail.ts';
import { noticeKinds, noticeWords } from './words.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ workers: true });
});
afterAll(() => api.close());

const mailed = (email: string, subject: string) => api.mail.waitFor(email, (mail) => mail.subject === subject);
const { kinds } = noticeWords('en', waggle.name);
const newPassword = { password: 'copper lantern 9', confirmPassword: 'copper lantern 9' };

describe('P15: a person is told by email', () => {
  test('P15: that the password was changed, when, from where and what to do', async () => {
    const admin = await registerAdmin(api);
    const agent = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/140.0' };

    const body = { currentPassword: goodPassword, ...newPassword };
    await admin.request('POST', '/api/profile/password', body, agent);

    const { text } = await mailed(admin.user.email, kinds['password-changed'].subject);
    expect(text).toContain('Device: Firefox, Linux');
    expect(text).toContain('IP address: 127.0.0.1');
    expect(text).toMatch(/When: \w+ \d+, \d{4}/);
    expect(text).toContain('http://waggle.test/auth/forgot-password');
  });

  test('P15: that the second factor and the recovery codes changed', async () => {
    const admin = await registerAdmin(api);
    const { email } = admin.user;
    const started = await admin.request('POST', '/api/profile/two-factor/start', { password: goodPassword });
    const code = () => new TOTP({ secret: started.body.secret }).generate();

    await admin.request('POST', '/api/profile/two-factor/confirm', { code: code() });
    await mailed(email, kinds['two-factor-on'].subject);
    const [first] = started.body.recoveryCodes;
    const proof = { password: goodPassword, code: first };
    const renewed = await admin.request('POST', '/api/profile/two-factor/recovery-codes', proof);
    await mailed(email, kinds['recovery-codes'].subject);
    const [next] = renewed.body.recoveryCodes;
    await admin.request('POST', '/api/profile/two-factor/disable', { password: goodPassword, code: next });

    expect((await mailed(email, kinds['two-factor-off'].subject)).text).not.toContain(started.body.secret);
  });

  test('P15: that the role changed, and that the account was removed', async () => {
    const admin = await registerAdmin(api);
    const colleague = await joinTeam(api, admin, 'USER');
    const path = `/api/team/members/${colleague.user.id}`;

    await admin.request('PUT', path, { role: 'VIEWER' });
    await admin.request('PUT', path, { role: 'VIEWER' });
    const changed = await mailed(colleague.user.email, kinds['role-changed'].subject);
    await admin.request('DELETE', path);
    const removed = await mailed(colleague.user.email, kinds.removed.subject);

    expect(changed.text).toContain('Role: VIEWER');
    // The address of whoever decided it is their own business.
    expect(changed.text + removed.text).not.toContain('127.0.0.1');
    expect(mailsTo(colleague).filter(({ subject }) => subject === kinds['role-changed'].subject)).toHaveLength(1);
  });

  test('P15: about a device that is new, and not about one that is known', async () => {
    const admin = await registerAdmin(api);
    const { email } = admin.user;
    await admin.request('POST', '/api/auth/logout');
    await admin.request('POST', '/api/auth/login', { email, password: goodPassword });

    await api.visitor().request('POST', '/api/auth/login', { email, password: goodPassword });

    await mailed(email, kinds['new-device'].subject);
    expect(mailsTo(admin)).toHaveLength(1);
  });

  test('P15: at a confirmed address only', async () => {
    const admin = await registerAdmin(api);
    await api.db.owner.query('update directory.users set email_confirmed_at = null where id = $1', [admin.user.id]);

    await admin.request('POST', '/api/profile/password', { currentPassword: goodPassword, ...newPassword });
    await api.visitor().request('POST', '/api/auth/login', { email: admin.user.email, password: newPassword.password });

    const { rows } = await api.db.owner.query(
      `select 1 from pgboss.job_common where name = 'accounts.send-security-notice' and data->'payload'->>'email' = $1`,
      [admin.user.email],
    );
    expect(rows).toEqual([]);
  });

  test('P15: only if the change is kept', async () => {
    const admin = await registerAdmin(api);
    const colleague = await joinTeam(api, admin, 'USER');
    await api.db.owner.query(`create function refuse_removal() returns trigger language plpgsql as
      'begin if new.action = ''team.remove-member'' then raise exception ''no row''; end if; return new; end'`);
    await api.db.owner.query(
      'create trigger refuse before insert on audit_log for each row execute function refuse_removal()',
    );

    const answer = await admin.request('DELETE', `/api/team/members/${colleague.user.id}`);

    const { rows } = await api.db.owner.query(
      `select 1 from pgboss.job_common where name = 'accounts.send-security-notice' and data->'payload'->>'email' = $1`,
      [colleague.user.email],
    );
    expect(answer.status).toBe(500);
    expect(rows).toEqual([]);
  });
});

test('P15: every notice has words in every language, and no name in its subject', () => {
  const person = {
    email: 'a@b.example',
    name: 'Eve <b>evil.example</b>',
    role: 'USER',
    device: null,
    address: null,
    passkeys: ['www.evil.example'],
  };
  for (const locale of ['en', 'es', 'fr'] as const)
    for (const kind of noticeKinds) {
      const at = { publicUrl: 'https://waggle.test', timezone: 'Europe/Paris', product: waggle };
      const mail = noticeMail({ ...person, kind, locale, at: '2026-03-01T12:00:00.000Z' }, at);
      expect(mail.subject).not.toContain('Eve');
      expect(mail.html + mail.text).not.toContain('evil');
      expect(mail.html).not.toContain('undefined');
    }
});

// eslint
const mailsTo = ({ user }: Person) =>
  api.mail.mails.filter(({ to, subject }) => to === user.email && !subject.startsWith('Confirm'));
