import { TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { goodPassword, joinTeam, type Person, registerAdmin } from '../../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../../test/harness/test-api.ts';
import { noticeWords } from '../security-notices/words.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ workers: true });
});
afterAll(() => api.close());

const handOver = (from: Person, to: Person, body: object = { password: goodPassword }) =>
  from.request('POST', `/api/team/members/${to.user.id}/hand-over`, body);
const ownersOf = async (person: Person): Promise<string[]> => {
  const { body } = await person.request('GET', '/api/team/members?limit=100');
  return body.items.filter(({ isOwner }: { isOwner: boolean }) => isOwner).map(({ id }: { id: string }) => id);
};
const remove = (by: Person, who: Person) => by.request('DELETE', `/api/team/members/${who.user.id}`);
const demote = (by: Person, who: Person) => by.request('PUT', `/api/team/members/${who.user.id}`, { role: 'USER' });

describe('an organization', () => {
  test('is owned by whoever founded it, and by nobody else', async () => {
    const founder = await registerAdmin(api);
    const admin = await joinTeam(api, founder, 'ADMIN');

    expect(await ownersOf(founder)).toEqual([founder.user.id]);
    expect((await founder.request('GET', '/api/auth/me')).body.isOwner).toBe(true);
    expect((await admin.request('GET', '/api/auth/me')).body.isOwner).toBe(false);
  });

  test('keeps its owner: nobody removes or demotes them before a hand-over, not even they themselves', async () => {
    const founder = await registerAdmin(api);
    const admin = await joinTeam(api, founder, 'ADMIN');

    const refused = [
      await remove(admin, founder),
      await demote(admin, founder),
      await remove(founder, founder),
      await demote(founder, founder),
    ];
    await handOver(founder, admin);
    const after = await remove(admin, founder);

    expect(refused.map(({ status, body }) => `${status} ${body.code}`)).toEqual(Array(4).fill('409 owner_stays'));
    expect(after.status).toBe(204);
  });

  test('is deleted by its owner alone', async () => {
    const founder = await registerAdmin(api);
    const admin = await joinTeam(api, founder, 'ADMIN');
    const { name } = (await founder.request('GET', '/api/organization')).body;
    const body = { name, password: goodPassword };

    const refused = await admin.request('DELETE', '/api/organization', body);
    const done = await founder.request('DELETE', '/api/organization', body);

    expect(refused).toMatchObject({ status: 403, body: { code: 'owner_only' } });
    expect(done.status).toBe(204);
  });
});

test('deleting the organization takes the second factor where it is on, and a wrong code leaves it as it was', async () => {
  const founder = await registerAdmin(api);
  const { name } = (await founder.request('GET', '/api/organization')).body;
  const { body } = await founder.request('POST', '/api/profile/two-factor/start', { password: goodPassword });
  const code = new TOTP({ secret: body.secret }).generate();
  await founder.request('POST', '/api/profile/two-factor/confirm', { code });
  const deleteWith = (more: object) =>
    founder.request('DELETE', '/api/organization', { name, password: goodPassword, ...more });

  const without = await deleteWith({});
  const wrong = await deleteWith({ code: '000000' });
  const wrongPassword = await deleteWith({ password: 'not mine', code: body.recoveryCodes[0] });
  const still = await founder.request('GET', '/api/organization');
  const done = await deleteWith({ code: body.recoveryCodes[0] });

  expect([without, wrong, wrongPassword].map(({ status, body: said }) => [status, Object.keys(said.fields)])).toEqual([
    [400, ['code']],
    [400, ['code']],
    [400, ['password']],
  ]);
  expect([still.status, done.status]).toEqual([200, 204]);
});

describe('a hand-over', () => {
  test('moves the ownership, tells both in their language and is in the audit log', async () => {
    const founder = await registerAdmin(api);
    const admin = await joinTeam(api, founder, 'ADMIN');
    await admin.request('PUT', '/api/profile', { locale: 'fr' });

    const answer = await handOver(founder, admin);

    expect(answer).toMatchObject({ status: 200, body: { id: admin.user.id, isOwner: true } });
    expect(await ownersOf(founder)).toEqual([admin.user.id]);
    await api.mail.waitFor(
      founder.user.email,
      ({ subject }) => subject === noticeWords('en', 'Waggle').kinds['ownership-given'].subject,
    );
    await api.mail.waitFor(
      admin.user.email,
      ({ subject }) => subject === noticeWords('fr', 'Waggle').kinds['ownership-received'].subject,
    );
    const { rows } = await api.db.owner.query(
      `select actor_id, entity_id from audit_log where organization_id = $1 and action = 'team.hand-over'`,
      [founder.user.organizationId],
    );
    expect(rows).toEqual([{ actor_id: founder.user.id, entity_id: admin.user.id }]);
  });

  test('takes the password, and the second factor where it is on', async () => {
    const founder = await registerAdmin(api);
    const admin = await joinTeam(api, founder, 'ADMIN');
    const wrong = await handOver(founder, admin, { password: 'not mine' });
    const { body } = await founder.request('POST', '/api/profile/two-factor/start', { password: goodPassword });
    const code = new TOTP({ secret: body.secret }).generate();
    await founder.request('POST', '/api/profile/two-factor/confirm', { code });

    const without = await handOver(founder, admin);
    const withWrong = await handOver(founder, admin, { password: goodPassword, code: '000000' });
    const [recovery] = body.recoveryCodes;
    const withCode = await handOver(founder, admin, { password: goodPassword, code: recovery });

    expect([wrong.body.code, without.status, withWrong.body.code]).toEqual(['wrong_password', 400, 'wrong_code']);
    expect(withCode.status).toBe(200);
  });

  test('is the owner’s alone, and to an ADMIN of the organization', async () => {
    const [founder, stranger] = [await registerAdmin(api), await registerAdmin(api)];
    const [admin, user] = [await joinTeam(api, founder, 'ADMIN'), await joinTeam(api, founder, 'USER')];

    const answers = [
      await handOver(admin, admin),
      await handOver(user, admin),
      await handOver(founder, user),
      await handOver(founder, founder),
      await handOver(founder, stranger),
    ];

    expect(answers.map(({ status }) => status)).toEqual([403, 403, 409, 409, 404]);
    expect(await ownersOf(founder)).toEqual([founder.user.id]);
  });

  test('that comes twice at once ends with exactly one owner', async () => {
    const founder = await registerAdmin(api);
    const [one, other] = [await joinTeam(api, founder, 'ADMIN'), await joinTeam(api, founder, 'ADMIN')];

    const answers = await Promise.all([one, other, one, other].map((to) => handOver(founder, to)));

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(3);
    const winner = answers.find(({ status }) => status === 200)!.body.id;
    expect(await ownersOf(founder)).toEqual([winner]);
  });

  test('and a removal of who gets it, at once, leave an owner who is there', async () => {
    const founder = await registerAdmin(api);
    for (let round = 0; round < 4; round += 1) {
      const [from] = await ownersOf(founder);
      const next = await joinTeam(api, founder, 'ADMIN');
      expect(from).toBe(founder.user.id);

      await Promise.all([handOver(founder, next), remove(founder, next)]);

      const [owner, ...more] = await ownersOf(founder);
      expect(more).toEqual([]);
      expect([founder.user.id, next.user.id]).toContain(owner);
      if (owner === next.user.id) expect((await handOver(next, founder)).status).toBe(200);
    }
  });
});
