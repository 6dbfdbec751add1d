import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registerAdmin } from '../../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../../test/harness/test-api.ts';
import { importer, peopleOf, sumOf } from './test-harness.ts';

let api: TestApi;
beforeAll(async () => {
  // Thousands of rows in the same process are this test, not the overload that shedding is for.
  api = await startTestApi({ workers: true });
});
afterAll(() => api.close());

const three = 'Email,First Name,Last Name\nana@bee.example,Ana,Abeja\nben@bee.example,Ben,\ncleo@bee.example,,Cire\n';

describe('an import', () => {
  test('goes from the file to contacts', async () => {
    const admin = await registerAdmin(api);

    const done = await importer(admin).imported(three, { basis: 'Signed the list at the fair' });

    expect(done).toMatchObject({ state: 'done', rows: 3, position: 3, errors: [], moreErrors: 0 });
    expect(done.counts).toEqual({
      created: 3,
      updated: 0,
      unchanged: 0,
      duplicate: 0,
      invalid: 0,
      blocked: 0,
      overLimit: 0,
    });
    expect(done.checked).toEqual(done.counts);
    expect(await peopleOf(api, admin)).toMatchObject([
      { email: 'ana@bee.example', first_name: 'Ana', last_name: 'Abeja', source: 'import', email_consent: 'granted' },
      { email: 'ben@bee.example', first_name: 'Ben', last_name: null, import_id: done.id },
      { email: 'cleo@bee.example', first_name: null, last_name: 'Cire', status: 'active' },
    ]);
    const { rows } = await api.db.owner.query('select part from import_parts where import_id = $1', [done.id]);
    expect(rows).toEqual([]);
  });

  test('says of every row what became of it, and keeps the refused ones for the error file', async () => {
    const admin = await registerAdmin(api);
    await admin.request('POST', '/api/contacts', { email: 'known@bee.example' });
    const out = await admin.request('POST', '/api/contacts', { email: 'out@bee.example' });
    await admin.request('PUT', `/api/contacts/${out.body.id}`, { status: 'unsubscribed' });
    const file =
      'email,first name\nnew@bee.example,=1+1\nNEW@bee.example,Twice\nnonsense,"a ""b"""\nknown@bee.example,Known\nout@bee.example,Out\n';

    const done = await importer(admin).imported(file);
    const errors = await admin.request('GET', `/api/imports/${done.id}/errors`);

    expect(done.counts).toEqual({
      created: 1,
      updated: 0,
      unchanged: 0,
      duplicate: 2,
      invalid: 1,
      blocked: 1,
      overLimit: 0,
    });
    expect(done.checked).toEqual(done.counts);
    expect(done.errors).toEqual([
      { row: 3, kind: 'invalid', email: 'nonsense', name: 'a "b"', message: 'Row 3: Invalid email address "nonsense"' },
      {
        row: 5,
        kind: 'blocked',
        email: 'out@bee.example',
        name: 'Out',
        message: 'Row 5: out@bee.example has opted out',
      },
    ]);
    expect(errors.headers['content-disposition']).toContain('people_errors.csv');
    expect(errors.body).toBe(
      '\ufeffemail,first name,Reason\r\nnonsense,"a ""b""","Row 3: Invalid email address ""nonsense"""\r\nout@bee.example,Out,Row 5: out@bee.example has opted out\r\n',
    );
    const statuses = (await peopleOf(api, admin)).map(({ email, status }) => [email, status]);
    expect(statuses).toEqual([
      ['known@bee.example', 'active'],
      ['new@bee.example', 'active'],
      ['out@bee.example', 'unsubscribed'],
    ]);
  });

  test('updates known contacts where it is told to, and never erases', async () => {
    const admin = await registerAdmin(api);
    await importer(admin).imported(three);

    const done = await importer(admin).imported(
      'email,first name,last name,phone\nANA@bee.example,Anna,,+1 212 555 0123\nben@bee.example,Ben,,\n',
      { existing: 'update' },
    );

    expect(done.counts).toMatchObject({ updated: 1, unchanged: 1, created: 0 });
    expect((await peopleOf(api, admin))[0]).toMatchObject({
      email: 'ana@bee.example',
      first_name: 'Anna',
      last_name: 'Abeja',
      phone: '+1 212 555 0123',
      phone_e164: '+12125550123',
    });
  });

  test('stops at the plan, in the order of the file', async () => {
    const admin = await registerAdmin(api);
    const rows = Array.from({ length: 130 }, (_, at) => `p${at}@bee.example`);

    const done = await importer(admin).imported(`email\n${rows.join('\n')}\n`);

    expect(done.counts).toMatchObject({ created: 100, overLimit: 30 });
    expect(done.checked).toEqual(done.counts);
    expect(done).toMatchObject({ moreErrors: 20 });
    expect(done.errors[0]).toMatchObject({
      row: 101,
      kind: 'limit',
      message: 'Row 101: Your plan includes up to 100 contacts. Upgrade to add more.',
    });
    expect(await peopleOf(api, admin)).toHaveLength(100);
  });

  test('gives the tags of the plan to everybody and those of a column to their row', async () => {
    const admin = await registerAdmin(api);
    await admin.request('POST', '/api/contacts', { email: 'known@bee.example' });
    const { body: tag } = await admin.request('POST', '/api/tags', { name: 'Fair' });

    const done = await importer(admin).imported(
      'email,tags\nnew@bee.example,fair; Vip\\; gold;vip\nknown@bee.example,Vip\n',
      { tagIds: [tag.id] },
    );

    expect(done.counts).toMatchObject({ created: 1, duplicate: 1 });
    expect((await peopleOf(api, admin)).map(({ email, tag_names }) => [email, tag_names])).toEqual([
      ['known@bee.example', ['Fair']],
      ['new@bee.example', ['Fair', 'Vip; gold', 'vip']],
    ]);
  });

  test('suppresses a list of addresses', async () => {
    const admin = await registerAdmin(api);
    await admin.request('POST', '/api/contacts', { email: 'known@bee.example' });

    const first = await importer(admin).imported('email\nKnown@bee.example\nother@bee.example\n', {}, 'suppressions');
    const second = await importer(admin).imported('email\nknown@bee.example\nnew@bee.example\n', {}, 'suppressions');
    const people = await importer(admin).imported('email\nother@bee.example\nfree@bee.example\n');

    expect(first.counts).toMatchObject({ created: 2, unchanged: 0 });
    expect(second.counts).toMatchObject({ created: 1, unchanged: 1 });
    expect(people.counts).toMatchObject({ created: 1, blocked: 1 });
    expect((await peopleOf(api, admin)).map(({ email, status }) => [email, status])).toEqual([
      ['free@bee.example', 'active'],
      ['known@bee.example', 'unsubscribed'],
    ]);
  });

  test('belongs to one client: the same address elsewhere is somebody else', async () => {
    const admin = await registerAdmin(api);
    await admin.request('POST', '/api/contacts', { email: 'ana@bee.example' });
    const { body: client } = await admin.request('POST', '/api/clients', { name: 'Rose' });
    const { body: tag } = await admin.request('POST', '/api/tags', { name: 'House' });
    await admin.request('POST', '/api/auth/set-active-client', { clientId: client.id });
    const { id, columns } = await importer(admin).opened(three);
    const guessed = columns.map(({ guess }: { guess: object }) => guess);

    const foreignTag = await importer(admin).check(id, { columns: guessed, tagIds: [tag.id] });
    const done = await importer(admin).imported(three);

    expect(foreignTag.status).toBe(404);
    expect(done.counts).toMatchObject({ created: 3 });
    const rows = await peopleOf(api, admin);
    expect(rows.filter(({ client_id }) => client_id === client.id)).toHaveLength(3);
    expect(sumOf(done.counts)).toBe(done.rows);
  });
});
