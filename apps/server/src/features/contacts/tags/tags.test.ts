import { tagColors } from '@waggle/contracts/tags';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registerAdmin, type Person } from '../../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../../test/harness/test-api.ts';
import { buildHouse, enter } from '../../../../test/matrix/house.ts';

let api: TestApi;
let admin: Person;
beforeAll(async () => {
  api = await startTestApi();
  admin = await registerAdmin(api);
});
afterAll(() => api.close());

const createTag = async (name: string) => (await admin.request('POST', '/api/tags', { name })).body;
const createContact = async (name: string) =>
  (await admin.request('POST', '/api/contacts', { email: `${name}@house.example` })).body;

describe('a tag', () => {
  test('is blue unless another of the eight colours is chosen', async () => {
    const plain = await admin.request('POST', '/api/tags', { name: ' Newsletter ' });
    const coloured = await Promise.all(
      tagColors.map((color) => admin.request('POST', '/api/tags', { name: `In ${color}`, color })),
    );
    const wrong = await admin.request('POST', '/api/tags', { name: 'Black', color: '#000000' });

    expect(plain).toMatchObject({ status: 201, body: { name: 'Newsletter', color: '#3B82F6' } });
    expect(coloured.map(({ body }) => body.color)).toEqual([...tagColors]);
    expect(wrong).toMatchObject({ status: 400, body: { fields: { color: expect.any(String) } } });
  });

  test('needs a name, and one that no other has', async () => {
    await createTag('Unique');

    const empty = await admin.request('POST', '/api/tags', { name: '  ' });
    const twice = await admin.request('POST', '/api/tags', { name: 'uNIQUE' });

    expect(empty).toMatchObject({ status: 400, body: { fields: { name: 'Tag name is required' } } });
    expect(twice).toMatchObject({ status: 400, body: { code: 'already_exists' } });
  });

  test('is renamed and recoloured, and its contacts show it', async () => {
    const [tag, contact] = [await createTag('Old name'), await createContact('renamed')];
    await admin.request('POST', `/api/contacts/${contact.id}/tags`, { tagId: tag.id });

    const renamed = await admin.request('PUT', `/api/tags/${tag.id}`, { name: 'New name', color: '#84CC16' });
    const taken = await admin.request('PUT', `/api/tags/${(await createTag('Second')).id}`, { name: 'NEW NAME' });

    expect(renamed.body).toMatchObject({ id: tag.id, name: 'New name', color: '#84CC16' });
    expect(taken).toMatchObject({ status: 400, body: { code: 'already_exists' } });
    expect((await admin.request('GET', `/api/contacts/${contact.id}`)).body.tags).toEqual([
      { id: tag.id, name: 'New name', color: '#84CC16' },
    ]);
  });

  test('is given, given again without harm, and taken away', async () => {
    const [tag, contact] = [await createTag('Given'), await createContact('given')];
    const path = `/api/contacts/${contact.id}/tags`;

    const given = [
      await admin.request('POST', path, { tagId: tag.id }),
      await admin.request('POST', path, { tagId: tag.id }),
    ];
    const taken = [
      await admin.request('DELETE', `${path}/${tag.id}`),
      await admin.request('DELETE', `${path}/${tag.id}`),
    ];

    expect(given.map(({ status, body }) => [status, body.tags.length])).toEqual([
      [200, 1],
      [200, 1],
    ]);
    expect(taken.map(({ status }) => status)).toEqual([204, 404]);
    const { rows } = await api.db.owner.query(
      'select type, ref_id from contact_activity where contact_id = $1 order by happened_at, id offset 1',
      [contact.id],
    );
    expect(rows).toEqual([
      { type: 'tag.added', ref_id: tag.id },
      { type: 'tag.removed', ref_id: tag.id },
    ]);
  });

  test('that is deleted leaves every contact', async () => {
    const [tag, contact] = [await createTag('Short-lived'), await createContact('untagged')];
    await admin.request('POST', `/api/contacts/${contact.id}/tags`, { tagId: tag.id });

    const deleted = await admin.request('DELETE', `/api/tags/${tag.id}`);

    expect(deleted.status).toBe(204);
    expect((await admin.request('GET', `/api/contacts/${contact.id}`)).body.tags).toEqual([]);
    expect((await admin.request('GET', `/api/contacts?tagId=${tag.id}`)).status).toBe(404);
  });

  test('marks contacts of its own client only', async () => {
    const house = await buildHouse(api);
    const guest = await enter(api, house, 'ADMIN');

    const answer = await guest.request('POST', `/api/contacts/${house.ids.contact}/tags`, {
      tagId: house.otherClientIds.tag,
    });

    expect(answer).toMatchObject({ status: 400, body: { code: 'other_client' } });
  });

  test('is found by a part of its name, page by page', async () => {
    const house = await registerAdmin(api);
    for (let at = 10; at < 22; at += 1) await house.request('POST', '/api/tags', { name: `Event ${at}` });

    const first = await house.request('GET', '/api/tags?search=EVENT&limit=8');
    const second = await house.request('GET', `/api/tags?search=EVENT&limit=8&cursor=${first.body.nextCursor}`);

    const names = [...first.body.items, ...second.body.items].map(({ name }: { name: string }) => name);
    expect(names).toEqual(Array.from({ length: 12 }, (_, at) => `Event ${at + 10}`));
    expect([first.body.total, second.body.nextCursor]).toEqual([12, null]);
  });
});
