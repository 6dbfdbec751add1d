import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Person, registerAdmin } from '../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../test/harness/test-api.ts';
import { importer } from './import/test-harness.ts';

let api: TestApi;
let admin: Person;
beforeAll(async () => {
  api = await startTestApi({ workers: true });
});
beforeEach(async () => {
  admin = await registerAdmin(api);
});
afterAll(() => api.close());

let count = 0;
const add = (more: object = {}) => {
  count += 1;
  return admin.request('POST', '/api/contacts', { email: `z${count}@zones.example`, ...more });
};
const read = async (id: string) => (await admin.request('GET', `/api/contacts/${id}`)).body;
const edit = (id: string, body: object) => admin.request('PUT', `/api/contacts/${id}`, body);

describe('the time zone of a contact', () => {
  test('is unknown at first, and is kept by its one name however it is written', async () => {
    const { body: nobody } = await add();
    const { body: somebody } = await add({ timeZone: 'us/pacific' });
    const changed = await edit(nobody.id, { timeZone: 'Asia/Tokyo' });

    expect(nobody.timeZone).toBeNull();
    expect(somebody.timeZone).toBe('America/Los_Angeles');
    expect(changed).toMatchObject({ status: 200, body: { timeZone: 'Asia/Tokyo' } });
    expect((await edit(nobody.id, { firstName: 'Ana' })).body.timeZone).toBe('Asia/Tokyo');
    expect((await edit(nobody.id, { timeZone: null })).body.timeZone).toBeNull();
  });

  test.each(['EST', 'Europe/Nowhere', '+02:00', '', 'Pacific/Auckland; drop', 'x/'.repeat(40)])(
    'is refused when it is none that is known: %j',
    async (timeZone) => {
      expect((await add({ timeZone })).status).toBe(400);
    },
  );

  test('is told by the timeline as changed', async () => {
    const { body } = await add();
    await edit(body.id, { timeZone: 'Asia/Tokyo' });

    const { items } = (await admin.request('GET', `/api/contacts/${body.id}/activity`)).body;

    expect(items[0]).toMatchObject({ type: 'contact.updated', data: { changed: ['time_zone'] } });
  });

  test('is in the file about the person, and goes with them', async () => {
    const { body } = await add({ timeZone: 'Asia/Tokyo' });

    const file = await admin.request('GET', `/api/contacts/${body.id}/data`);
    await admin.request('POST', `/api/contacts/${body.id}/erase`, { email: body.email });
    const { rows } = await api.db.owner.query('select from contacts where id = $1', [body.id]);

    expect(JSON.stringify(file.body)).toContain('Asia/Tokyo');
    expect(rows).toEqual([]);
  });

  test('comes back with a contact that was deleted', async () => {
    const { body } = await add({ timeZone: 'Asia/Tokyo' });
    const { batchId } = (await admin.request('DELETE', `/api/contacts/${body.id}`)).body;

    const undone = await admin.request('POST', `/api/contacts/batches/${batchId}/undo`);

    expect(undone.status).toBe(200);
    expect((await read(body.id)).timeZone).toBe('Asia/Tokyo');
  });

  test.each([
    { what: 'stays that of the contact that is kept', zones: ['Asia/Tokyo', 'Europe/Paris'], stays: 'Asia/Tokyo' },
    { what: 'is filled where it is unknown', zones: [null, 'Europe/Paris'], stays: 'Europe/Paris' },
    {
      what: 'is taken where that was chosen',
      zones: ['Asia/Tokyo', 'Europe/Paris'],
      take: true,
      stays: 'Europe/Paris',
    },
    { what: 'is not replaced by none', zones: ['Asia/Tokyo', null], take: true, stays: 'Asia/Tokyo' },
  ])('$what in a merge', async ({ zones, take = false, stays }) => {
    const [{ body: one }, { body: two }] = [await add({ timeZone: zones[0] }), await add({ timeZone: zones[1] })];

    const chosen = { otherId: two.id, take: take ? ['timeZone'] : [] };
    const { body } = await admin.request('POST', `/api/contacts/${one.id}/merge`, chosen);

    expect(body.timeZone).toBe(stays);
  });
});

describe('an import', () => {
  test('fills zones, leaves unknown words alone, and its undo puts the old zone back', async () => {
    const { body: known } = await add({ timeZone: 'Europe/Paris' });
    const { body: keeps } = await add({ timeZone: 'Europe/Paris' });
    const file = [
      'Email,Zona horaria',
      `${known.email},Asia / Tokyo`,
      `${keeps.email},Eastern`,
      'new@zones.example,america/new_york',
      'none@zones.example,EST',
    ].join('\n');

    const done = await importer(admin).imported(file, { existing: 'update' });
    const { items } = (await admin.request('GET', '/api/contacts?limit=100')).body as {
      items: { email: string; timeZone: string | null }[];
    };
    await importer(admin).undo(done.id);

    expect(done).toMatchObject({ errors: [], counts: { created: 2, updated: 1, unchanged: 1, invalid: 0 } });
    expect(Object.fromEntries(items.map(({ email, timeZone }) => [email, timeZone]))).toEqual({
      [known.email]: 'Asia/Tokyo',
      [keeps.email]: 'Europe/Paris',
      'new@zones.example': 'America/New_York',
      'none@zones.example': null,
    });
    expect((await read(known.id)).timeZone).toBe('Europe/Paris');
  });
});
