import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Person, registerAdmin } from '../../../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../../../test/harness/test-api.ts';
import { importer, peopleOf } from '../test-harness.ts';

let api: TestApi;
beforeAll(async () => {
  // Thousands of rows in the same process are this test, not the overload that shedding is for.
  api = await startTestApi({ workers: true });
});
afterAll(() => api.close());

const state = async (admin: Person) =>
  (await peopleOf(api, admin)).map(
    ({ email, first_name, last_name, phone, phone_e164, company, status, attributes, tag_names }) => ({
      email,
      first_name,
      last_name,
      phone,
      phone_e164,
      company,
      status,
      attributes,
      tag_names,
    }),
  );

describe('an undo', () => {
  test('leaves everything as it was before the import', async () => {
    const admin = await registerAdmin(api);
    const { body: tag } = await admin.request('POST', '/api/tags', { name: 'Fair' });
    await admin.request('POST', '/api/contacts', {
      email: 'ana@bee.example',
      firstName: 'Ana',
      phone: '0123',
      company: 'Bee',
    });
    await admin.request('POST', '/api/contacts', { email: 'ben@bee.example' });
    const before = await state(admin);
    const file =
      'email,first name,phone,company\nana@bee.example,Anna,+1 212 555 0123,Rye\nben@bee.example,,,Maple\nnew@bee.example,New,,\n';
    const done = await importer(admin).imported(file, { existing: 'update', tagIds: [tag.id] });
    expect(done.counts).toMatchObject({ created: 1, updated: 2 });

    const undone = await importer(admin).undo(done.id);

    expect(undone).toMatchObject({ state: 'undone', undone: { removed: 1, restored: 2, kept: 0 } });
    expect(await state(admin)).toEqual(before);
  });

  test('keeps what was edited since, and lists it', async () => {
    const admin = await registerAdmin(api);
    await admin.request('POST', '/api/contacts', { email: 'ana@bee.example', firstName: 'Ana', lastName: 'A' });
    const done = await importer(admin).imported(
      'email,first name,last name\nana@bee.example,Anna,B\nnew@bee.example,New,\nother@bee.example,Other,\n',
      { existing: 'update' },
    );
    const [ana, added] = await peopleOf(api, admin);
    await admin.request('PUT', `/api/contacts/${ana.id}`, { firstName: 'Annie' });
    await admin.request('PUT', `/api/contacts/${added.id}`, { phone: '555' });

    const undone = await importer(admin).undo(done.id);
    const kept = await admin.request('GET', `/api/imports/${done.id}/kept`);

    expect(undone.undone).toEqual({ removed: 1, restored: 0, kept: 2 });
    expect(kept.body).toMatchObject({ items: [{ email: 'ana@bee.example' }, { email: 'new@bee.example' }], total: 2 });
    expect(await state(admin)).toMatchObject([
      { email: 'ana@bee.example', first_name: 'Annie', last_name: 'A' },
      { email: 'new@bee.example', phone: '555' },
    ]);
  });

  test('never makes anybody active who opted out since', async () => {
    const admin = await registerAdmin(api);
    await admin.request('POST', '/api/contacts', { email: 'ana@bee.example', firstName: 'Ana' });
    const done = await importer(admin).imported('email,first name\nana@bee.example,Anna\nnew@bee.example,\n', {
      existing: 'update',
    });
    for (const { id } of await peopleOf(api, admin))
      await admin.request('PUT', `/api/contacts/${id}`, { status: 'unsubscribed' });

    await importer(admin).undo(done.id);

    expect(await state(admin)).toMatchObject([
      { email: 'ana@bee.example', first_name: 'Ana', status: 'unsubscribed' },
      { email: 'new@bee.example', status: 'unsubscribed' },
    ]);
  });

  test('ends after 30 days and works once', async () => {
    const admin = await registerAdmin(api);
    const done = await importer(admin).imported('email\nana@bee.example\n');
    await api.db.owner.query("update imports set undo_until = now() - interval '1 second' where id = $1", [done.id]);

    const late = await admin.request('POST', `/api/imports/${done.id}/undo`);
    await api.db.owner.query("update imports set undo_until = now() + interval '1 day' where id = $1", [done.id]);
    await importer(admin).undo(done.id);
    const again = await admin.request('POST', `/api/imports/${done.id}/undo`);

    expect([late, again]).toMatchObject([
      { status: 409, body: { code: 'wrong_state' } },
      { status: 409, body: { code: 'wrong_state' } },
    ]);
  });

  test('of any import, with any edits in between, touches nothing that was edited and leaves nothing else', async () => {
    const person = fc.record({ known: fc.boolean(), name: fc.constantFrom('', 'Ana', 'Bea'), edit: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(person, { minLength: 1, maxLength: 6 }), async (people) => {
        const admin = await registerAdmin(api);
        const addressOf = (at: number) => `p${at}@bee.example`;
        for (const [at, { known }] of people.entries())
          if (known) await admin.request('POST', '/api/contacts', { email: addressOf(at), firstName: 'Ana' });
        const before = await state(admin);
        const file = `email,first name\n${people.map(({ name }, at) => `${addressOf(at)},${name}`).join('\n')}\n`;
        const done = await importer(admin).imported(file, { existing: 'update' });
        const edited = new Set(people.flatMap(({ edit }, at) => (edit ? [addressOf(at)] : [])));
        for (const { id, email } of await peopleOf(api, admin))
          if (edited.has(email)) await admin.request('PUT', `/api/contacts/${id}`, { firstName: 'Edited' });

        await importer(admin).undo(done.id);

        const after = await state(admin);
        expect(after.filter(({ email }) => !edited.has(email))).toEqual(
          before.filter(({ email }) => !edited.has(email)),
        );
        expect(after.filter(({ email }) => edited.has(email)).map(({ first_name }) => first_name)).toEqual(
          [...edited].map(() => 'Edited'),
        );
      }),
      { numRuns: 15 },
    );
  }, 120_000);
});
