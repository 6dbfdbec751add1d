import { mostContactViews } from '@waggle/contracts/contact-views';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { joinTeam, type Person, registerAdmin } from '../../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../../test/harness/test-api.ts';
import { ask } from '../../../../test/sending/ready-admin.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ workers: true });
});
afterAll(() => api.close());

const path = '/api/contacts/views';
const state = (changes: object = {}) => ({
  density: 'regular',
  hiddenColumns: ['source'],
  shownColumns: ['phone'],
  order: ['name', 'phone', 'email'],
  widths: { email: 240 },
  ...changes,
});
const names = async (person: Pick<Person, 'request'>) =>
  (await ask(person, 'GET', path)).items.map(({ name }: { name: string }) => name);
const save = (person: Person, name: string, shared = false) =>
  ask(person, 'POST', path, { name, shared, state: state() });
const statusOf = async (asked: Promise<{ status: number }>) => (await asked).status;

test('a view keeps search, filters, order and columns, and belongs to whoever saved it', async () => {
  const admin = await registerAdmin(api);
  const editor = await joinTeam(api, admin, 'USER');
  const rules = { match: 'all', rules: [{ kind: 'status', op: 'isAnyOf', values: ['active'] }] };
  const kept = state({ search: 'baker', sort: 'name', rules });

  const saved = await ask(admin, 'POST', path, { name: 'Bakers', state: kept });
  await save(editor, 'My own');

  expect(saved).toMatchObject({ name: 'Bakers', shared: false, state: kept });
  expect(await names(admin)).toEqual(['Bakers']);
  expect(await names(editor)).toEqual(['My own']);
  expect(await statusOf(editor.request('PUT', `${path}/${saved.id}`, { name: 'Mine' }))).toBe(404);
  expect(await statusOf(editor.request('DELETE', `${path}/${saved.id}`))).toBe(404);
});

test('a shared view is for the team, and changed by those who may edit contacts', async () => {
  const admin = await registerAdmin(api);
  const [viewer, editor] = [await joinTeam(api, admin, 'VIEWER'), await joinTeam(api, admin, 'USER')];
  const { id } = await save(admin, 'Bakers');

  expect(await ask(admin, 'PUT', `${path}/${id}`, { shared: true })).toMatchObject({ shared: true });

  expect(await names(viewer)).toEqual(['Bakers']);
  expect(await statusOf(viewer.request('PUT', `${path}/${id}`, { name: 'Mine' }))).toBe(403);
  expect(await statusOf(viewer.request('DELETE', `${path}/${id}`))).toBe(403);
  expect(await statusOf(viewer.request('POST', path, { name: 'All', shared: true, state: state() }))).toBe(403);
  expect(await ask(editor, 'PUT', `${path}/${id}`, { name: 'Our bakers' })).toMatchObject({ name: 'Our bakers' });
  expect(await statusOf(editor.request('DELETE', `${path}/${id}`))).toBe(204);
  expect(await statusOf(editor.request('DELETE', `${path}/${id}`))).toBe(404);
});

test('a name is taken once for a person and once for the team', async () => {
  const admin = await registerAdmin(api);
  await save(admin, 'Bakers');
  const { id } = await save(admin, 'Others');

  expect(await statusOf(admin.request('POST', path, { name: 'bakers', state: state() }))).toBe(400);
  expect(await statusOf(admin.request('PUT', `${path}/${id}`, { name: 'BAKERS' }))).toBe(400);
  await save(admin, 'Bakers', true);
  expect(await names(admin)).toEqual(['Bakers', 'Bakers', 'Others']);
});

test('what the list could not show is not saved', async () => {
  const admin = await registerAdmin(api);
  const stranger = await registerAdmin(api);
  const rules = { match: 'all', rules: [{ kind: 'status', op: 'isAnyOf', values: ['active'] }] };
  const foreign = await ask(stranger, 'POST', '/api/segments', { name: 'Theirs', rules });
  for (const [changes, status] of [
    [{ segmentId: foreign.id }, 404],
    [{ rules: { match: 'all', rules: [{ kind: 'tag', op: 'hasAnyOf', tagIds: [foreign.id] }] } }, 400],
    [{ sort: 'password' }, 400],
    [{ order: Array(101).fill('email') }, 400],
    [{ widths: { email: 1e9 } }, 400],
    [{ hiddenColumns: ['<b>'] }, 400],
    [{ page: 2 }, 400],
  ] as const)
    expect(
      await statusOf(admin.request('POST', path, { name: 'Odd', state: state(changes) })),
      JSON.stringify(changes),
    ).toBe(status);
});

test('there is room for fifty of a person', async () => {
  const admin = await registerAdmin(api);
  for (let no = 0; no < mostContactViews; no += 1) await save(admin, `View ${no}`);

  expect(await statusOf(admin.request('POST', path, { name: 'One more', state: state() }))).toBe(409);
  expect(await statusOf(admin.request('POST', path, { name: 'One more', shared: true, state: state() }))).toBe(201);
});

test('of two who save the last one at once, one is told that there is no room', async () => {
  const admin = await registerAdmin(api);
  for (let no = 1; no < mostContactViews; no += 1) await save(admin, `View ${no}`);

  const saved = ['Last', 'And last'].map((name) => statusOf(admin.request('POST', path, { name, state: state() })));

  expect((await Promise.all(saved)).toSorted((one, other) => one - other)).toEqual([201, 409]);
});

test('a view that is shared while all clients are shown takes the room of its client', async () => {
  const admin = await registerAdmin(api);
  const mine = (await ask(admin, 'POST', '/api/clients', { name: 'Mine' })).id as string;
  const show = (clientId: string | null) => ask(admin, 'POST', '/api/auth/set-active-client', { clientId });
  await show(mine);
  for (let no = 0; no < mostContactViews; no += 1) await save(admin, `View ${no}`, true);
  const { id } = await save(admin, 'My own');
  await show(null);

  expect(await statusOf(admin.request('PUT', `${path}/${id}`, { shared: true }))).toBe(409);
});

test('a view belongs to the client that was shown, and its person takes it along', async () => {
  const admin = await registerAdmin(api);
  const mine = (await ask(admin, 'POST', '/api/clients', { name: 'Mine' })).id as string;
  const other = (await ask(admin, 'POST', '/api/clients', { name: 'Other' })).id as string;
  const show = (clientId: string | null) => ask(admin, 'POST', '/api/auth/set-active-client', { clientId });
  await show(mine);
  await save(admin, 'Of mine', true);
  await show(null);
  await save(admin, 'Of all', true);
  const limited = await joinTeam(api, admin, 'USER', mine);
  const elsewhere = await joinTeam(api, admin, 'USER', other);
  await save(limited, 'Leaves with them');

  expect([await names(admin), await names(limited), await names(elsewhere)]).toEqual([
    ['Of all'],
    ['Leaves with them', 'Of mine'],
    [],
  ]);
  expect((await admin.request('DELETE', `/api/team/members/${limited.user.id}`)).status).toBeLessThan(300);
  const { rows } = await api.db.owner.query('select name from contact_views where organization_id = $1 order by name', [
    admin.user.organizationId,
  ]);
  expect(rows).toEqual([{ name: 'Of all' }, { name: 'Of mine' }]);
});
