import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../../../../test/harness/test-api.ts';
import { createTenantFixture, enter } from '../../../../test/matrix/tenant-fixture.ts';
import type { Guest, TenantFixture } from '../../../../test/matrix/tenant.ts';
import { purgeSome } from '../batches/purge.sql.ts';

let api: TestApi;
let tenant: TenantFixture;
let admin: Guest;
let user: Guest;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  tenant = await createTenantFixture(api);
  [admin, user] = [await enter(api, tenant, 'ADMIN'), await enter(api, tenant, 'USER')];
});

let count = 0;
async function addContact(clientId: string | null = tenant.clients.x): Promise<{ id: string; email: string }> {
  count += 1;
  const email = `noted${count}@${tenant.mark}.example`;
  return { id: (await admin.request('POST', '/api/contacts', { email, clientId })).body.id, email };
}
const add = (who: Guest, contactId: string, text: string) =>
  who.request('POST', `/api/contacts/${contactId}/notes`, { text });
const list = async (who: Guest, contactId: string) =>
  (await who.request('GET', `/api/contacts/${contactId}/notes`)).body;
const activity = async (contactId: string) =>
  (await admin.request('GET', `/api/contacts/${contactId}/activity`)).body.items as Record<string, unknown>[];
const rowsOf = async (contactId: string) =>
  (await api.db.owner.query('select id, text, client_id from contact_notes where contact_id = $1', [contactId])).rows;

describe('notes', () => {
  test('are kept with who wrote them and when, newest first, and stand in the timeline', async () => {
    const { id } = await addContact();

    const first = await add(user, id, '  Wants Saturday pickup.\r\nTold her https://maple.example/hours  ');
    await add(admin, id, 'Called back.');
    const { items, total } = await list(user, id);

    expect(first.status).toBe(201);
    expect(total).toBe(2);
    expect(items).toMatchObject([
      { text: 'Called back.', author: `ADMIN ${tenant.mark}`, mayChange: false, editedAt: null },
      {
        text: 'Wants Saturday pickup.\nTold her https://maple.example/hours',
        author: `USER ${tenant.mark}`,
        mayChange: true,
      },
    ]);
    expect((await activity(id)).slice(0, 2)).toMatchObject([
      { type: 'note.added', subject: { name: 'Called back.' }, by: `ADMIN ${tenant.mark}` },
      { type: 'note.added', by: `USER ${tenant.mark}` },
    ]);
  });

  test('are changed and deleted by their author or an ADMIN, and the timeline follows', async () => {
    const { id } = await addContact();
    const note = (await add(user, id, 'Likes rye')).body;
    const at = `/api/contacts/${id}/notes/${note.id}`;
    const limited = await enter(api, tenant, 'limited');

    const foreign = await limited.request('PUT', at, { text: 'No' });
    const own = await user.request('PUT', at, { text: 'Likes spelt' });
    const line = (await activity(id))[0];
    const removed = await admin.request('DELETE', at);

    expect(foreign).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect(own.body).toMatchObject({ text: 'Likes spelt', editedAt: expect.any(String) });
    expect(line).toMatchObject({ subject: { name: 'Likes spelt' } });
    expect(removed.status).toBe(204);
    expect((await list(user, id)).total).toBe(0);
    expect((await activity(id)).map(({ type }) => type)).toEqual(['contact.created']);
  });

  test('are read but not written by a VIEWER, and not seen from another client', async () => {
    const { id } = await addContact();
    await add(admin, id, 'Only for X');
    const [viewer, other] = [await enter(api, tenant, 'VIEWER'), await enter(api, tenant, 'other')];

    const seen = await list(viewer, id);

    expect(seen.items).toMatchObject([{ text: 'Only for X', mayChange: false }]);
    expect((await add(viewer, id, 'Mine')).status).toBe(403);
    expect((await other.request('GET', `/api/contacts/${id}/notes`)).status).toBe(404);
  });

  test('of one contact are not reached through another', async () => {
    const [one, other] = [await addContact(), await addContact()];
    const note = (await add(admin, one.id, 'Likes rye')).body;

    const answer = await admin.request('DELETE', `/api/contacts/${other.id}/notes/${note.id}`);

    expect(answer.status).toBe(404);
    expect(await rowsOf(one.id)).toHaveLength(1);
  });

  test.each([
    ['nothing', ''],
    ['blanks', ' \n '],
    ['5,001 letters', 'x'.repeat(5_001)],
    ['a NUL', 'NUL \0'],
    ['half a character', 'half \ud83d'],
  ])('refuse %s', async (_, text) => {
    const { id } = await addContact();

    expect((await add(admin, id, text)).status).toBe(400);
  });
});

describe('notes go with their contact', () => {
  test('when it is merged, and when it moves to another client', async () => {
    const [kept, merged] = [await addContact(), await addContact()];
    await add(user, merged.id, 'From the merged one');

    await admin.request('POST', `/api/contacts/${kept.id}/merge`, { otherId: merged.id });
    await admin.request('POST', `/api/contacts/${kept.id}/move`, { clientId: tenant.clients.y });
    const seen = await list(await enter(api, tenant, 'other'), kept.id);

    expect(seen.items).toMatchObject([{ text: 'From the merged one' }]);
    expect(await rowsOf(merged.id)).toEqual([]);
    expect(await rowsOf(kept.id)).toMatchObject([{ client_id: tenant.clients.y }]);
  });

  test('when it is deleted: back with an undo, gone for good once that is over', async () => {
    const { id } = await addContact();
    await add(admin, id, 'Kept for a day');
    await admin.request('POST', '/api/purchases', {
      contactId: id,
      amount: '4',
      currency: 'USD',
      orderName: `N-${id}`,
    });
    const bought = () =>
      api.db.owner.query('select contact_id, order_name, amount from purchases where order_hash = sha256($1)', [
        `N-${id}`,
      ]);
    const { batchId } = (await admin.request('DELETE', `/api/contacts/${id}`)).body;
    const hidden = await admin.request('GET', `/api/contacts/${id}/notes`);
    await admin.request('POST', `/api/contacts/batches/${batchId}/undo`);
    const back = await list(admin, id);
    const again = (await admin.request('DELETE', `/api/contacts/${id}`)).body;
    await api.db.owner.query(`update contact_batches set undo_until = now() - interval '1 minute' where id = $1`, [
      again.batchId,
    ]);
    const { organizationId } = tenant;
    const db = api.database.tenant({ organizationId });
    await purgeSome({ db, organizationId, actor: { kind: 'job', name: 'test' }, now: () => new Date() });

    expect(hidden.status).toBe(404);
    expect(back.total).toBe(1);
    // What they paid stays, without them.
    expect((await bought()).rows).toEqual([{ contact_id: null, order_name: null, amount: '400' }]);
    expect(await rowsOf(id)).toEqual([]);
  });

  test('when the person is erased, also an earlier contact with the address; and into the file about the person', async () => {
    const { id, email } = await addContact();
    await add(admin, id, 'First life');
    await admin.request('DELETE', `/api/contacts/${id}`);
    const later = (await admin.request('POST', '/api/contacts', { email, clientId: tenant.clients.x })).body;
    await add(admin, later.id, 'Second life');
    await admin.request('POST', `/api/contacts/${later.id}/tasks`, { title: 'Call' });
    const file = (await admin.request('GET', `/api/contacts/${later.id}/data`)).body;

    await admin.request('POST', `/api/contacts/${later.id}/erase`, { email });

    expect(file.contact_notes).toMatchObject([{ text: 'Second life' }]);
    expect(file.contact_tasks).toMatchObject([{ title: 'Call' }]);
    expect([...(await rowsOf(id)), ...(await rowsOf(later.id))]).toEqual([]);
    const tasks = await api.db.owner.query('select from contact_tasks where contact_id = $1', [later.id]);
    expect(tasks.rowCount).toBe(0);
  });
});
