import { afterAll, beforeAll, expect, test } from 'vitest';
import { joinTeam, type Person, registerAdmin } from '../../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../../test/harness/test-api.ts';

let api: TestApi;
let limited: TestApi;
beforeAll(async () => {
  api = await startTestApi({ workers: true });
  limited = await startTestApi({ workers: true, env: { UNSAFE_NO_RATE_LIMITS: 'false' } });
});
afterAll(() => Promise.all([api.close(), limited.close()]));

const inviteMany = (admin: Person, emails: string[], rest: object = {}) =>
  admin.request('POST', '/api/team/invitations/bulk', { emails, ...rest });
const check = (admin: Person, emails: string[]) => admin.request('POST', '/api/team/invitations/check', { emails });
const mailsTo = (at: TestApi, email: string) => at.mail.mails.filter(({ to }) => to === email);
const openInvitations = async (admin: Person) =>
  (await admin.request('GET', '/api/team/invitations?limit=100')).body.items as { email: string; role: string }[];

test('many are invited by one call, which answers for each address and spoils none for another', async () => {
  const admin = await registerAdmin(api);
  const colleague = await joinTeam(api, admin, 'USER');
  await admin.request('POST', '/api/team/invitations', { email: 'open@many.example' });
  await api.mail.waitFor('open@many.example');
  const emails = ['ann@many.example', colleague.user.email, 'open@many.example', 'nobody@', 'Bob@many.example'];

  const seen = await check(admin, emails);
  const answer = await inviteMany(admin, emails, { role: 'VIEWER' });

  const states = seen.body.people.map(({ state }: { state: string }) => state);
  expect(states).toEqual(['new', 'member', 'invited', 'invalid', 'new']);
  expect(answer).toMatchObject({
    status: 200,
    body: {
      invited: 2,
      people: [
        { email: 'ann@many.example', outcome: 'sent' },
        { email: colleague.user.email, outcome: 'member' },
        { email: 'open@many.example', outcome: 'invited' },
        { email: 'nobody@', outcome: 'invalid' },
        { email: 'bob@many.example', outcome: 'sent' },
      ],
    },
  });
  await Promise.all(['ann@many.example', 'bob@many.example'].map((email) => api.mail.waitFor(email)));
  expect(mailsTo(api, 'open@many.example')).toHaveLength(1);
  const invited = (await openInvitations(admin)).filter(({ role }) => role === 'VIEWER').map(({ email }) => email);
  expect(invited.toSorted()).toEqual(['ann@many.example', 'bob@many.example']);
});

test('checking invites nobody', async () => {
  const admin = await registerAdmin(api);

  await check(admin, ['calm@many.example']);

  expect(await openInvitations(admin)).toEqual([]);
});

test('nobody is mailed twice by a retry, nor by two calls at once', async () => {
  const admin = await registerAdmin(api);
  const emails = Array.from({ length: 8 }, (_, at) => `twice${at}@many.example`);

  const answers = await Promise.all([inviteMany(admin, emails), inviteMany(admin, emails), inviteMany(admin, emails)]);
  const again = await inviteMany(admin, emails);

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(answers.reduce((sum, { body }) => sum + body.invited, 0)).toBe(8);
  expect(again.body).toMatchObject({ invited: 0, people: emails.map((email) => ({ email, outcome: 'invited' })) });
  const { rows } = await api.db.owner.query(
    `select count(*)::int as jobs from pgboss.job where name = 'accounts.send-invitation' and data ->> 'organizationId' = $1::text`,
    [admin.user.organizationId],
  );
  expect(rows).toEqual([{ jobs: 8 }]);
});

test('an invitation that has expired is sent again', async () => {
  const admin = await registerAdmin(api);
  await inviteMany(admin, ['late@many.example']);
  await api.mail.waitFor('late@many.example');
  await api.db.owner.query(`update invitations set expires_at = now() where email = 'late@many.example'`);

  const answer = await inviteMany(admin, ['late@many.example']);

  expect(answer.body.people).toEqual([{ email: 'late@many.example', outcome: 'sent' }]);
  await expect.poll(() => mailsTo(api, 'late@many.example').length).toBe(2);
});

test('the share of a day is one for single and many, told beforehand and kept', async () => {
  const admin = await registerAdmin(limited);
  await admin.request('POST', '/api/team/invitations', { email: 'one@share.example' });
  const emails = Array.from({ length: 6 }, (_, at) => `share${at}@share.example`);
  const expected = [...Array<string>(4).fill('new'), 'over-limit', 'over-limit'];

  const seen = await check(admin, emails);
  const answer = await inviteMany(admin, emails);
  const single = await admin.request('POST', '/api/team/invitations', { email: 'two@share.example' });

  expect(seen.body.people.map(({ state }: { state: string }) => state)).toEqual(expected);
  expect(answer.body.invited).toBe(4);
  expect(answer.body.people.map(({ outcome }: { outcome: string }) => outcome)).toEqual(
    expected.map((state) => (state === 'new' ? 'sent' : state)),
  );
  expect(single.status).toBe(429);
});

test('the rules of one invitation hold for many', async () => {
  const admin = await registerAdmin(api);
  const { body: client } = await admin.request('POST', '/api/clients', { name: 'Bakery' });
  const emails = ['rules@many.example'];

  const limitedAdmin = await inviteMany(admin, emails, { role: 'ADMIN', clientIds: [client.id] });
  const tooMany = await inviteMany(
    admin,
    Array.from({ length: 51 }, (_, at) => `p${at}@many.example`),
  );
  const none = await inviteMany(admin, []);
  await api.db.owner.query('update directory.users set email_confirmed_at = null where id = $1', [admin.user.id]);
  const unconfirmed = [await inviteMany(admin, emails), await check(admin, emails)];

  expect(limitedAdmin.body.code).toBe('admin_without_client');
  expect([tooMany.status, none.status]).toEqual([400, 400]);
  expect(unconfirmed.map(({ status }) => status)).toEqual([403, 403]);
  expect(await openInvitations(admin)).toEqual([]);
});

test('the audit log says how many were invited', async () => {
  const admin = await registerAdmin(api);

  await inviteMany(admin, ['log1@many.example', 'log2@many.example', 'nobody']);

  const { rows } = await api.db.owner.query(
    `select affected::int from audit_log where organization_id = $1 and action = 'team.invite-many'`,
    [admin.user.organizationId],
  );
  expect(rows).toEqual([{ affected: 2 }]);
});
