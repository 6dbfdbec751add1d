import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Person, registerAdmin } from '../../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../../test/harness/test-api.ts';
import { createTenantFixture, enter } from '../../../../test/matrix/tenant-fixture.ts';
import { ask } from '../../../../test/sending/ready-admin.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

const path = '/api/saved-blocks';
const line = { kind: 'divider', id: 'a' };
const columns = {
  kind: 'columns',
  id: 'pair',
  ratio: '1:1',
  cells: [[{ kind: 'heading', id: 'rye', level: 3, text: [{ text: 'Rye' }] }], []],
};
type Asking = Pick<Person, 'request'>;
const namesOf = async (person: Asking, query = '') =>
  ((await ask(person, 'GET', `${path}${query}`)).items as { name: string }[]).map(({ name }) => name);
const save = (person: Asking, body: object = {}) =>
  person.request('POST', path, { name: 'Line', block: line, ...body });
const saved = async (person: Asking, body: object = {}) => (await save(person, body)).body.id as string;

describe('a saved block', () => {
  test('comes back as it was saved, is found by name, renamed and deleted', async () => {
    const person = await registerAdmin(api);

    const id = await saved(person, { name: 'Two columns', block: columns });
    await save(person);
    expect(await ask(person, 'GET', `${path}/${id}`)).toMatchObject({
      name: 'Two columns',
      kind: 'columns',
      block: columns,
    });
    expect(await namesOf(person)).toEqual(['Line', 'Two columns']);

    await ask(person, 'PATCH', `${path}/${id}`, { name: 'A pair' });
    expect(await namesOf(person)).toEqual(['A pair', 'Line']);

    expect((await person.request('DELETE', `${path}/${id}`)).status).toBe(204);
    expect((await person.request('GET', `${path}/${id}`)).status).toBe(404);
    expect(await namesOf(person)).toEqual(['Line']);
  });

  test.each([
    [{ name: ' ' }, 'name', 'Enter a name'],
    [{ block: { kind: 'video', id: 'a' } }, 'block.kind', expect.any(String)],
    [{ block: { ...line, onclick: 'x' } }, 'onclick', 'Unknown field: onclick'],
    [{ block: { ...columns, cells: [[line], [line]] } }, 'block', "This value isn't valid"],
    [
      { block: { kind: 'html', id: 'a', html: 'x'.repeat(65_536) } },
      'block',
      'This block is too long to save. Remove some of its content.',
    ],
  ])('is refused with what is wrong: %#', async (body, field, message) => {
    const person = await registerAdmin(api);

    const answer = await save(person, body);

    expect(answer.status).toBe(400);
    expect(answer.body.fields).toEqual({ [field]: message });
  });

  test('is one of at most a hundred for each client', async () => {
    const tenant = await createTenantFixture(api);
    const all = await enter(api, tenant, 'ADMIN');
    await api.db.owner.query(
      `insert into saved_blocks (organization_id, client_id, name, kind, block)
       select $1, $2, 'x' || i, 'divider', '{"kind":"divider","id":"a"}' 
       from generate_series(1, 99 - (select count(*)::int from saved_blocks where organization_id = $1 and client_id = $2)) i`,
      [tenant.organizationId, tenant.clients.y],
    );

    const answers = [
      await save(all, { clientId: tenant.clients.y }),
      await save(all, { clientId: tenant.clients.y }),
      await save(all, { clientId: null }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([201, expect.any(Number), 201]);
    expect(answers[1]!.body).toMatchObject({
      code: 'quota_reached',
      message: 'You have 100 saved blocks. Delete one you no longer use, then try again.',
    });
  });

  test('is only looked at by a VIEWER', async () => {
    const tenant = await createTenantFixture(api);
    const [admin, viewer] = [await enter(api, tenant, 'ADMIN'), await enter(api, tenant, 'VIEWER')];
    const id = await saved(admin, { clientId: null });

    expect(await namesOf(viewer)).toEqual(['Line']);
    expect((await save(viewer, { clientId: null })).status).toBe(403);
    expect((await viewer.request('PATCH', `${path}/${id}`, { name: 'x' })).status).toBe(403);
    expect((await viewer.request('DELETE', `${path}/${id}`)).status).toBe(403);
  });
});

describe('saved blocks of one client', () => {
  test('are of no other client, and the organization has its own', async () => {
    const tenant = await createTenantFixture(api);
    const { x, y } = tenant.clients;
    const [all, ofX, ofY] = [
      await enter(api, tenant, 'ADMIN'),
      await enter(api, tenant, 'limited'),
      await enter(api, tenant, 'other'),
    ];
    const id = await saved(all, { name: 'For X', clientId: x });
    await save(all, { name: 'For us', clientId: null });

    expect(await namesOf(all, `?clientId=${x}`)).toContain('For X');
    expect(await namesOf(ofX)).toContain('For X');
    expect(await namesOf(ofX)).not.toContain('For us');
    expect(await namesOf(all)).toEqual(['For us']);
    expect(await namesOf(ofY)).not.toContain('For X');
    expect((await ofY.request('GET', `${path}/${id}`)).status).toBe(404);
    expect((await ofY.request('GET', `${path}?clientId=${x}`)).status).toBeGreaterThanOrEqual(400);
    expect((await save(ofX, { clientId: y })).status).toBeGreaterThanOrEqual(400);
    expect((await ofY.request('DELETE', `${path}/${id}`)).status).toBe(404);
  });

  test('name no tag and no image of somebody else', async () => {
    const [tenant, stranger] = [await createTenantFixture(api), await createTenantFixture(api)];
    const all = await enter(api, tenant, 'ADMIN');
    const { x, y } = tenant.clients;
    const showIf = (tagId: string) => ({ kind: 'tag', tagId, has: true });
    const image = (fileId: string) => ({ kind: 'image', id: 'b', src: 'https://a.example/f/x.png', alt: 'x', fileId });
    const withTag = (tagId: string, clientId: string | null) =>
      save(all, { clientId, block: { ...columns, cells: [[{ ...line, showIf: showIf(tagId) }], []] } });
    const withImage = async (fileId: string, clientId: string | null) =>
      (await save(all, { clientId, block: image(fileId) })).body.block.fileId as string | undefined;

    expect((await withTag(tenant.ids.tag, x)).status).toBe(201);
    for (const [tagId, clientId] of [
      [tenant.ids.tag, y],
      [tenant.ids.tag, null],
      [stranger.ids.tag, x],
    ] as const)
      expect((await withTag(tagId, clientId)).body.message).toBe(
        "The tag that decides who sees this block doesn't exist. Choose another tag.",
      );
    expect(await withImage(tenant.ids.image, x)).toBe(tenant.ids.image);
    expect(await withImage(tenant.ids.image, y)).toBeUndefined();
    expect(await withImage(stranger.ids.image, x)).toBeUndefined();
  });

  test('are told of when an image they have is deleted', async () => {
    const tenant = await createTenantFixture(api);
    const all = await enter(api, tenant, 'ADMIN');
    const { rows } = await api.db.owner.query<{ file_name: string }>('select file_name from images where id = $1', [
      tenant.ids.image,
    ]);
    const src = `https://a.example/f/${rows[0]!.file_name}`;
    const id = await saved(all, {
      name: 'Header',
      clientId: tenant.clients.x,
      block: { kind: 'image', id: 'b', src, alt: 'x' },
    });

    const { items } = await ask(all, 'GET', `/api/images/${tenant.ids.image}/uses`);

    expect(items).toContainEqual({ kind: 'saved-block', id, name: 'Header', status: null });
  });
});
