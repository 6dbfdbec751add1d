import { tagColors } from '@waggle/contracts/tags';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registerAdmin, type Person } from '../../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../../test/harness/test-api.ts';
import { createTenantFixture, enter } from '../../../../test/matrix/tenant-fixture.ts';

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
    const tenant = await createTenantFixture(api);
    const guest = await enter(api, tenant, 'ADMIN');

    const answer = await guest.request('POST', `/api/contacts/${tenant.ids.contact}/tags`, {
      tagId: tenant.otherClientIds.tag,
    });

    expect(answer).toMatchObject({ status: 400, body: { code: 'other_client' } });
  });

  test('is found by a part of its name, page by page', async () => {
    const tenant = await registerAdmin(api);
    for (let at = 10; at < 22; at += 1) await tenant.request('POST', '/api/tags', { name: `Event ${at}` });

    const first = await tenant.request('GET', '/api/tags?search=EVENT&limit=8');
    const second = await tenant.request('GET', `/api/tags?search=EVENT&limit=8&cursor=${first.body.nextCursor}`);

    const names = [...first.body.items, ...second.body.items].map(({ name }: { name: string }) => name);
    expect(names).toEqual(Array.from({ length: 12 }, (_, at) => `Event ${at + 10}`));
    expect([first.body.total, second.body.nextCursor]).toEqual([12, null]);
  });

  test('says how many contacts have it and how many segments ask for it', async () => {
    const tag = await createTag('Counted');
    for (const name of ['one', 'two']) {
      const contact = await createContact(`counted-${name}`);
      await admin.request('POST', `/api/contacts/${contact.id}/tags`, { tagId: tag.id });
    }
    await api.db.owner.query(
      `insert into segments (organization_id, name, rules)
       select $1, 'Asks for it', jsonb_build_object('match', 'all', 'rules', jsonb_build_array(
         jsonb_build_object('kind', 'tag', 'op', 'hasAnyOf', 'tagIds', jsonb_build_array($2::text))))`,
      [admin.user.organizationId, tag.id],
    );

    const { body } = await admin.request('GET', '/api/tags?search=Counted');

    expect(body.items).toMatchObject([{ id: tag.id, contacts: 2, segments: 1 }]);
  });

  test('is merged into another: everybody has that one, once', async () => {
    const [from, into] = [await createTag('Merged'), await createTag('Merged into')];
    const contacts = [await createContact('merge-a'), await createContact('merge-b'), await createContact('merge-c')];
    const give = (at: number, tagId: string) =>
      admin.request('POST', `/api/contacts/${contacts[at].id}/tags`, { tagId });
    await give(0, from.id);
    await give(1, from.id);
    await give(1, into.id);
    await give(2, into.id);

    const merged = await admin.request('POST', `/api/tags/${from.id}/merge`, { intoId: into.id });
    const again = await admin.request('POST', `/api/tags/${from.id}/merge`, { intoId: into.id });
    const itself = await admin.request('POST', `/api/tags/${into.id}/merge`, { intoId: into.id });

    expect(merged).toMatchObject({ status: 200, body: { id: into.id, contacts: 3 } });
    expect([again.status, itself.status]).toEqual([404, 400]);
    expect((await admin.request('GET', `/api/contacts?tagId=${into.id}`)).body.total).toBe(3);
  });

  test('that is merged is asked for by segments under its new name, so that nobody is let in by it', async () => {
    const [from, into] = [await createTag('No mail'), await createTag('Do not mail')];
    const quiet = await createContact('quiet');
    await createContact('loud');
    await admin.request('POST', `/api/contacts/${quiet.id}/tags`, { tagId: from.id });
    const rules = { match: 'all', rules: [{ kind: 'tag', op: 'hasNoneOf', tagIds: [from.id] }] };
    const { body: segment } = await admin.request('POST', '/api/segments', { name: 'May be mailed', rules });
    const members = async () => {
      const { body } = await admin.request('GET', `/api/contacts?limit=100&segmentId=${segment.id}`);
      return body.items.map(({ email }: { email: string }) => email);
    };
    const before = await members();

    await admin.request('POST', `/api/tags/${from.id}/merge`, { intoId: into.id });
    const merged = await members();
    await admin.request('DELETE', `/api/tags/${into.id}`);
    const gone = await members();

    expect(before).not.toContain('quiet@house.example');
    expect(merged.sort()).toEqual(before.sort());
    expect((await admin.request('GET', `/api/segments/${segment.id}`)).body.rules.rules[0].tagIds).toEqual([into.id]);
    // A tag nobody can have is no reason to write to everybody.
    expect(gone).toEqual([]);
  });

  test('is not merged with one of another client', async () => {
    const tenant = await createTenantFixture(api);
    const guest = await enter(api, tenant, 'ADMIN');

    const answer = await guest.request('POST', `/api/tags/${tenant.ids.tag}/merge`, {
      intoId: tenant.otherClientIds.tag,
    });

    expect(answer).toMatchObject({ status: 400, body: { code: 'other_client' } });
  });

  test('of tens of thousands is merged and deleted in one call', async () => {
    const tenant = await registerAdmin(api);
    const tag = async (name: string) => (await tenant.request('POST', '/api/tags', { name })).body.id as string;
    const [from, into] = [await tag('From'), await tag('Into')];
    await api.db.owner.query(
      `with made as (
         insert into contacts (organization_id, email) select $1, n || '@many.example' from generate_series(1, 45000) n returning *
       )
       insert into contact_tags (organization_id, contact_id, tag_id, contact_created_at) select organization_id, id, $2, created_at from made`,
      [tenant.user.organizationId, from],
    );

    const merged = await tenant.request('POST', `/api/tags/${from}/merge`, { intoId: into });
    const deleted = await tenant.request('DELETE', `/api/tags/${into}`);

    expect([merged.body.contacts, deleted.status]).toEqual([45_000, 204]);
    const { rows } = await api.db.owner.query('select from contact_tags where organization_id = $1', [
      tenant.user.organizationId,
    ]);
    expect(rows).toEqual([]);
  }, 60_000);
});
