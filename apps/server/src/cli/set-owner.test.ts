import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { joinTeam, type Person, registerAdmin } from '../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../test/harness/test-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ workers: true });
});
afterAll(() => api.close());

const setOwner = (address: string) =>
  promisify(execFile)('node', [new URL('../cli.ts', import.meta.url).pathname, 'set-owner', address], {
    env: {
      ...process.env,
      PUBLIC_URL: 'http://waggle.test',
      DATABASE_URL: api.db.appUrl,
      SMTP_URL: 'smtp://127.0.0.1:1',
      SECRET_KEY: 'a test secret that is long enough 0123',
    },
  });
const me = async (person: Person) => (await person.request('GET', '/api/auth/me')).body;

test('waggle set-owner gives the organization to a person, also to one who was no ADMIN', async () => {
  const founder = await registerAdmin(api);
  const colleague = await joinTeam(api, founder, 'USER');

  const { stdout } = await setOwner(colleague.user.email.toUpperCase());
  const again = await setOwner(colleague.user.email);

  expect(stdout).toContain(`${colleague.user.email} owns the organization`);
  expect(again.stdout).toContain('owns the organization already');
  await expect.poll(() => me(colleague)).toMatchObject({ role: 'ADMIN', isOwner: true });
  expect(await me(founder)).toMatchObject({ role: 'ADMIN', isOwner: false });
  const { rows } = await api.db.owner.query(
    `select actor_kind, entity_id from audit_log where organization_id = $1 and action = 'team.hand-over'`,
    [founder.user.organizationId],
  );
  expect(rows).toEqual([{ actor_kind: 'operator', entity_id: colleague.user.id }]);
}, 30_000);

test('waggle set-owner says so when nobody has that address', async () => {
  await expect(setOwner('nobody@house.example')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Nobody signs in as nobody@house.example'),
  });
}, 30_000);
