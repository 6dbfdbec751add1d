import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { registerAdmin, type Person } from '../../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../../test/harness/test-api.ts';
import { importer } from '../import/test-harness.ts';

let api: TestApi;
let admin: Person;
let bakery: string;
let cycles: string;
beforeAll(async () => {
  api = await startTestApi({ workers: true });
});
afterAll(() => api.close());
beforeEach(async () => {
  admin = await registerAdmin(api);
  await api.db.owner.query(`update organizations set subscription_tier = 'system' where id = $1`, [
    admin.user.organizationId,
  ]);
  const client = async (name: string) => (await admin.request('POST', '/api/clients', { name })).body.id as string;
  [bakery, cycles] = [await client('Bakery'), await client('Cycles')];
});

const add = async (email: string, clientId: string | null, more: object = {}) =>
  (await admin.request('POST', '/api/contacts', { email, clientId, ...more })).body;
const move = (id: string, clientId: string | null) => admin.request('POST', `/api/contacts/${id}/move`, { clientId });
const lookAt = (clientId: string | null) => admin.request('POST', '/api/auth/set-active-client', { clientId });
const read = async (id: string) => (await admin.request('GET', `/api/contacts/${id}`)).body;
const activity = async (id: string) => (await admin.request('GET', `/api/contacts/${id}/activity`)).body.items;

describe('V2: what is made while all clients are shown', () => {
  const calls = () => [
    admin.request('POST', '/api/contacts', { email: 'ann@house.example' }),
    admin.request('POST', '/api/imports', { name: 'a.csv', bytes: 10 }),
    admin.request('POST', '/api/qr-codes', { name: 'Door', targetUrl: 'https://example.com' }),
  ];

  test('V2: is refused until it says whose it is', async () => {
    for (const answer of await Promise.all(calls()))
      expect(answer).toMatchObject({
        status: 400,
        body: { code: 'invalid_input', fields: { clientId: 'Choose a client, or your organization itself.' } },
      });
  });

  test('V2: needs no answer where one client is shown, or where there is none', async () => {
    await lookAt(bakery);
    const ofBakery = await Promise.all(calls());
    await lookAt(null);
    for (const id of [bakery, cycles]) await admin.request('PUT', `/api/clients/${id}`, { isActive: false });
    const nobodys = await admin.request('POST', '/api/contacts', { email: 'bob@house.example' });

    expect(ofBakery.map(({ body }) => body.clientId)).toEqual([bakery, bakery, bakery]);
    expect(nobodys).toMatchObject({ status: 201, body: { clientId: null } });
  });

  test('V2: belongs to the client that was named, and another than the one shown is refused', async () => {
    const named = [
      await add('ann@house.example', bakery),
      (await admin.request('POST', '/api/tags', { name: 'Guest', clientId: cycles })).body,
      (await admin.request('POST', '/api/sending/domains', { domain: 'bakery.example', clientId: bakery })).body,
    ];
    await lookAt(bakery);
    const other = await admin.request('POST', '/api/contacts', { email: 'x@house.example', clientId: cycles });

    expect(named.map(({ clientId }) => clientId)).toEqual([bakery, cycles, bakery]);
    expect(other).toMatchObject({ status: 400, body: { code: 'other_client' } });
  });
});

describe('V2: a contact is moved', () => {
  test('V2: with its tags, consent and past, and the new client sees all of it', async () => {
    const { id } = await add('ann@house.example', null, { firstName: 'Ann', phone: '+15035550148' });
    const tag = await admin.request('POST', '/api/tags', { name: 'Guest', color: '#EF4444', clientId: null });
    await admin.request('POST', `/api/contacts/${id}/tags`, { tagId: tag.body.id });
    await admin.request('POST', `/api/contacts/${id}/consents`, { channel: 'email', state: 'granted', basis: 'Fair' });

    const moved = await move(id, bakery);
    await lookAt(bakery);
    const seen = await read(id);
    const consents = (await admin.request('GET', `/api/contacts/${id}/consents`)).body.items;
    const past = await activity(id);

    expect(moved).toMatchObject({ status: 200, body: { clientId: bakery, firstName: 'Ann' } });
    expect(seen.tags).toMatchObject([{ name: 'Guest', color: '#EF4444' }]);
    expect(seen.tags[0].id).not.toBe(tag.body.id);
    expect(consents).toMatchObject([{ state: 'granted', basis: 'Fair' }]);
    expect(past[0]).toMatchObject({ type: 'contact.moved', subject: { id: bakery, name: 'Bakery' } });
    expect(past.map(({ type }: { type: string }) => type)).toContain('contact.created');
  });

  test('V2: and back, and every counter equals a count', async () => {
    const { id } = await add('ann@house.example', bakery);
    const tag = await admin.request('POST', '/api/tags', { name: 'Guest', clientId: bakery });
    await admin.request('POST', `/api/contacts/${id}/tags`, { tagId: tag.body.id });

    await move(id, cycles);
    await move(id, bakery);

    expect((await read(id)).tags).toMatchObject([{ id: tag.body.id }]);
    const { rows } = await api.db.owner.query(
      `select client_id, contacts::int as contacts from contact_tallies where organization_id = $1 and contacts > 0`,
      [admin.user.organizationId],
    );
    expect(rows).toEqual([{ client_id: bakery, contacts: 1 }]);
    const tags = (await admin.request('GET', '/api/tags')).body.items;
    expect(tags.map(({ clientId, contacts }: { clientId: string; contacts: number }) => [clientId, contacts])).toEqual(
      expect.arrayContaining([
        [bakery, 1],
        [cycles, 0],
      ]),
    );
  });

  test('V2: not onto somebody who has the address there; who that is is said', async () => {
    const { id } = await add('Ann@house.example', bakery);
    const there = await add('ann@HOUSE.example', cycles);

    const refused = await move(id, cycles);

    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'address_taken', fields: { contactId: there.id } },
    });
    expect((await read(id)).clientId).toBe(bakery);
  });

  test('V2: an opt-out goes with it and binds the new client', async () => {
    const { id } = await add('ann@house.example', bakery);
    await admin.request('PUT', `/api/contacts/${id}`, { status: 'unsubscribed' });

    await move(id, cycles);
    await admin.request('DELETE', `/api/contacts/${id}`);
    const again = await add('ann@house.example', cycles);

    expect(again.status).toBe('unsubscribed');
  });

  test('V2: to a client that suppressed the address it arrives as opted out', async () => {
    const { id } = await add('ann@house.example', bakery);
    await lookAt(cycles);
    await admin.request('POST', '/api/suppressions', { address: 'ann@house.example' });
    await lookAt(null);

    const moved = await move(id, cycles);

    expect(moved.body).toMatchObject({ clientId: cycles, status: 'unsubscribed' });
  });

  test('V2: from an import, whose consent it keeps and whose undo no longer touches it', async () => {
    const steps = importer({
      request: (method, path, body) =>
        admin.request(method, path, path === '/api/imports' ? { ...(body as object), clientId: bakery } : body),
    });
    const done = await steps.imported('email\nann@bee.example\nbob@bee.example\n', { basis: 'Signed at the fair' });
    const { items } = (await admin.request('GET', '/api/contacts?search=ann@bee.example')).body;

    await move(items[0].id, cycles);
    const undone = await steps.undo(done.id);
    const consents = (await admin.request('GET', `/api/contacts/${items[0].id}/consents`)).body.items;

    expect(undone.undone).toMatchObject({ removed: 1 });
    expect(consents).toMatchObject([{ basis: 'Signed at the fair', source: 'import' }]);
  });

  test('V2: many at once, those whose address is taken stay', async () => {
    const [one, two, three] = [
      await add('one@house.example', null),
      await add('two@house.example', bakery),
      await add('three@house.example', null),
    ];
    const there = await add('three@house.example', cycles);

    const answer = await admin.request('POST', '/api/contacts/move', {
      ids: [one.id, two.id, three.id],
      clientId: cycles,
    });

    expect(answer.status).toBe(200);
    expect(answer.body.total).toBe(2);
    expect(answer.body.moved).toEqual(
      expect.arrayContaining([
        { id: one.id, fromClientId: null },
        { id: two.id, fromClientId: bakery },
      ]),
    );
    expect(answer.body.taken).toEqual([{ id: three.id, contactId: there.id }]);
  });

  test('V2: of two with one address only the first arrives', async () => {
    const [one, two] = [await add('same@house.example', null), await add('same@house.example', bakery)];

    const answer = await admin.request('POST', '/api/contacts/move', { ids: [one.id, two.id], clientId: cycles });

    expect(answer.body).toMatchObject({
      total: 1,
      moved: [{ id: one.id }],
      taken: [{ id: two.id, contactId: one.id }],
    });
  });

  test('V2: with the proof of what was agreed to, as it is', async () => {
    const { id } = await add('proof@house.example', bakery);
    await api.db.owner.query(
      `insert into consents (organization_id, client_id, contact_id, channel, state, basis, text_version, text_hash, source)
       select organization_id, client_id, id, 'email', 'granted', 'Form', 3, decode(repeat('ab', 32), 'hex'), 'form' from contacts where id = $1`,
      [id],
    );
    const proof = async () =>
      (
        await api.db.owner.query(
          `select to_jsonb(consents) - array['id', 'client_id'] as row from consents where contact_id = $1 and basis = 'Form'`,
          [id],
        )
      ).rows;
    const before = await proof();

    await move(id, cycles);

    expect(before[0].row).toMatchObject({ text_version: 3 });
    expect(await proof()).toEqual(before);
  });

  test('V2: only while all clients are shown, and only to an active client', async () => {
    const { id } = await add('ann@house.example', bakery);
    await lookAt(bakery);
    const inside = await move(id, cycles);
    await lookAt(null);
    await admin.request('PUT', `/api/clients/${cycles}`, { isActive: false });
    const gone = await move(id, cycles);

    expect([inside.body.code, gone.body.code]).toEqual(['other_client', 'client_archived']);
    expect((await read(id)).clientId).toBe(bakery);
  });

  test('V2: twice at the same time to the same client', async () => {
    const { id } = await add('ann@house.example', null);

    const answers = await Promise.all([move(id, bakery), move(id, cycles), move(id, bakery)]);

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const { rows } = await api.db.owner.query(
      `select count(distinct client_id)::int as clients from contact_activity where contact_id = $1`,
      [id],
    );
    expect(rows).toEqual([{ clients: 1 }]);
  });
});
