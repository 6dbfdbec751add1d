import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { backgroundContext } from '#platform/background-context.ts';
import type { Problem } from '#platform/problem.ts';
import { type Person, registerAdmin } from '../../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../../test/harness/test-api.ts';
import { createTenantFixture, enter } from '../../../../test/matrix/tenant-fixture.ts';
import { exportContacts } from './export.ts';
import { payloads, runs } from '../../../../test/security/formulas.ts';
import { guardCell, unguardCell } from './formula-guard.ts';
import { splitTags } from './tag-list.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

const everything = 'fields=email,firstName,lastName,phone,company,source,tags,createdAt';
const download = (caller: Pick<Person, 'request'>, query = everything) =>
  caller.request('GET', `/api/contacts/export?${query}`);
const rowsOf = (body: string) => parse(body);

/** Straight into the tables: the calls refuse some of what older data may hold. */
async function insertContact(organizationId: string, contact: Record<string, unknown>, tags: string[] = []) {
  const row = { organization_id: organizationId, ...contact };
  const names = Object.keys(row);
  const { rows } = await api.db.owner.query<{ id: string }>(
    `insert into contacts (${names.join(', ')}) values (${names.map((_, at) => `$${at + 1}`).join(', ')}) returning id`,
    Object.values(row),
  );
  const { id } = rows[0]!;
  await api.db.owner.query(
    `with known as (
       insert into tags (organization_id, name) select $1, unnest($3::text[])
       on conflict (organization_id, client_id, lower(name)) do update set updated_at = now() returning id)
     insert into contact_tags (organization_id, contact_id, tag_id, contact_created_at)
     select $1, $2, known.id, contacts.created_at from known join contacts on contacts.id = $2`,
    [organizationId, id, tags],
  );
  return id;
}

describe('a formula', () => {
  test('is guarded in every field and tag, and the guard comes off again', async () => {
    const admin = await registerAdmin(api);
    const { organizationId } = admin.user;
    for (const [at, payload] of payloads.entries())
      await insertContact(
        organizationId,
        {
          email: `=a${at}@b.example`,
          first_name: payload,
          last_name: payload,
          phone: payload.slice(0, 40),
          company: payload,
        },
        [payload.trim() || 'x'],
      );

    const [, ...rows] = rowsOf((await download(admin)).body as string);

    expect(payloads.length).toBeGreaterThanOrEqual(40);
    expect(rows.length).toBe(payloads.length);
    expect(rows.flat().filter(runs)).toEqual([]);
    for (const column of [1, 4]) expect(rows.map((row) => unguardCell(row[column] ?? ''))).toEqual(payloads);
    expect(rows.map((row) => unguardCell(row[0] ?? ''))).toEqual(payloads.map((_, at) => `=a${at}@b.example`));
    expect(rows.map((row) => splitTags(unguardCell(row[6] ?? '')))).toEqual(
      payloads.map((payload) => [payload.trim()]),
    );
  });
});

describe('tags in a cell', () => {
  test('are written by the database as by the program, in the order of their names', async () => {
    const admin = await registerAdmin(api);
    const lists = [['b; c', 'a\\', 'Z'], ['two', 'One'], ['\\;'], ['x;y'], [], ['d', 'c', 'b', 'a', '=1']];
    for (const [at, tags] of lists.entries())
      await insertContact(admin.user.organizationId, { email: `p${at}@t.example` }, tags);

    const [, ...rows] = rowsOf((await download(admin)).body as string);

    const inOrder = lists.map((tags) => tags.map((name) => name.replace(/[\\;]/g, '\\$&')).sort());
    expect(rows.map((row) => row[6])).toEqual(inOrder.map((names) => guardCell(names.join('; '))));
    expect(rows.map((row) => splitTags(unguardCell(row[6] ?? '')).sort())).toEqual(lists.map((tags) => tags.sort()));
  });
});

describe('an export', () => {
  test('has the columns of the specification in the order asked for', async () => {
    const admin = await registerAdmin(api);
    await admin.request('PUT', '/api/organization', { name: 'House', timezone: 'America/Los_Angeles' });
    await insertContact(
      admin.user.organizationId,
      {
        email: 'Ada@a.example',
        first_name: 'Ada, "the first"',
        phone: '+44 20',
        company: 'Bee',
        created_at: '2026-01-02T03:00:00Z',
      },
      ['VIP', 'Beta'],
    );

    const answer = await download(admin);

    expect(answer.body).toBe(
      '"Email","First Name","Last Name","Phone","Company","Source","Tags","Created Date"\n' +
        `"Ada@a.example","Ada, ""the first""",,"+44 20","Bee","manual","Beta; VIP","2026-01-01"\n`,
    );
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(answer.headers['content-disposition']).toMatch(
      /^attachment; filename="contacts_export_\d{4}-\d\d-\d\d\.csv"/,
    );
    expect((await download(admin, 'fields=source,firstName')).body).toBe(
      '"Email","Source","First Name"\n"Ada@a.example","manual","Ada, ""the first"""\n',
    );
  });

  test('has custom fields under their labels', async () => {
    const admin = await registerAdmin(api);
    const { organizationId } = admin.user;
    await api.db.owner.query(
      `insert into contact_fields (organization_id, key, label, type) values ($1, 'city', '=City, of birth', 'text'), ($1, 'age', 'Age', 'number'), ($1, 'vip', 'VIP', 'boolean')`,
      [organizationId],
    );
    await insertContact(organizationId, {
      email: 'a@a.example',
      attributes: { city: '@home', age: -5, vip: true, gone: 1 },
    });
    await insertContact(organizationId, { email: 'b@a.example', attributes: { city: null } });

    const answer = await download(admin, 'fields=email&custom=vip,city,age');

    expect(answer.body).toBe(
      `"Email","VIP","'=City, of birth","Age"\n"a@a.example","true","'@home","'-5"\n"b@a.example",,,\n`,
    );
    expect(await download(admin, 'fields=email&custom=gone')).toMatchObject({
      status: 400,
      body: { code: 'invalid_input' },
    });
  });

  test('is of those who fit the filter, or of those named', async () => {
    const admin = await registerAdmin(api);
    const { organizationId } = admin.user;
    const ids = [];
    for (const name of ['a', 'b', 'c'])
      ids.push(
        await insertContact(organizationId, { email: `${name}@f.example`, status: name === 'b' ? 'lead' : 'active' }, [
          name,
        ]),
      );
    const rules = { match: 'none', rules: [{ kind: 'text', field: 'email', op: 'startsWith', value: 'a' }] };
    const emails = async (query: string) =>
      rowsOf((await download(admin, `fields=tags&${query}`)).body as string)
        .slice(1)
        .map(([email, tags]) => `${email} ${tags}`);

    expect(await emails('status=lead')).toEqual(['b@f.example b']);
    expect(await emails(`rules=${encodeURIComponent(JSON.stringify(rules))}`)).toEqual([
      'b@f.example b',
      'c@f.example c',
    ]);
    expect(await emails(`ids=${ids[2]},${ids[0]}`)).toEqual(['a@f.example a', 'c@f.example c']);
  });

  test('is of those the list shows, also for a word with a typing error', async () => {
    const admin = await registerAdmin(api);
    for (const name of ['Jonathan', 'Margaret'])
      await admin.request('POST', '/api/contacts', { email: `${name}@s.example`, firstName: name });
    const search = 'search=jonathon';

    const listed = (await admin.request('GET', `/api/contacts?${search}`)).body.items;
    const [, ...rows] = rowsOf((await download(admin, `fields=email&${search}`)).body as string);

    expect(rows).toEqual([['Jonathan@s.example']]);
    expect(listed.map(({ email }: { email: string }) => [email])).toEqual(rows);
  });

  test.each(['tagId', 'segmentId'])('is not found for a %s nobody has', async (part) => {
    const admin = await registerAdmin(api);
    await insertContact(admin.user.organizationId, { email: 'a@a.example' });
    const nobodys = `${part}=01900000-0000-7000-8000-000000000001`;

    expect((await admin.request('GET', `/api/contacts?${nobodys}`)).status).toBe(404);
    expect((await download(admin, `fields=email&${nobodys}`)).status).toBe(404);
  });

  test('says so when there is nobody or no field', async () => {
    const admin = await registerAdmin(api);

    expect(await download(admin)).toMatchObject({
      status: 409,
      body: { code: 'nothing_to_export', message: 'No contacts to export' },
    });
    expect(await download(admin, 'fields=')).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', message: 'No fields selected' },
    });
    expect((await download(admin, 'fields=email,password')).status).toBe(400);
  });

  test('needs the right, and stays within the client and the organization', async () => {
    const tenant = await createTenantFixture(api);
    const other = await createTenantFixture(api);

    const limited = await download(await enter(api, tenant, 'limited'), 'fields=tags');
    const whole = await download(await enter(api, tenant, 'ADMIN'), 'fields=tags');

    expect((await download(await enter(api, tenant, 'VIEWER'))).status).toBe(403);
    expect(limited.body).not.toContain('-y@');
    expect(rowsOf(limited.body as string)).toHaveLength(2);
    expect(rowsOf(whole.body as string)).toHaveLength(3);
    expect(whole.body).not.toContain(other.mark);
    expect(
      (await download(await enter(api, tenant, 'limited'), `fields=email&ids=${tenant.otherClientIds.contact}`)).status,
    ).toBe(409);
  });

  test('has nobody of a stranger, whatever ids are asked for', async () => {
    const [tenant, other] = [await createTenantFixture(api), await createTenantFixture(api)];
    const limited = await enter(api, tenant, 'limited');
    const strangers = [other.ids.contact, other.otherClientIds.contact, tenant.otherClientIds.contact];
    const ask = (ids: string[]) => download(limited, `fields=email,tags&ids=${ids.join(',')}`);

    const mixed = await ask([...strangers, tenant.ids.contact]);

    expect(rowsOf(mixed.body as string)).toHaveLength(2);
    expect(mixed.body).not.toContain(other.mark);
    expect(mixed.body).not.toContain('-y@');
    for (const ids of [strangers, ...strangers.map((id) => [id])])
      expect(await ask(ids)).toMatchObject({ status: 409, body: { code: 'nothing_to_export' } });
  });

  test('guards every line of a cell that has several', async () => {
    const admin = await registerAdmin(api);
    const name = 'Ada\r\n=1+1\n \u00a0@x\n\n\'-2\n"b",c';
    await insertContact(admin.user.organizationId, { email: 'l@a.example', first_name: name });

    const [, row] = rowsOf((await download(admin)).body as string);

    expect(row?.[1]).toBe("Ada\r\n'=1+1\n' \u00a0@x\n\n''-2\n\"b\",c");
    expect(unguardCell(row?.[1] ?? '')).toBe(name);
  });

  test('lets go of its connection when the browser goes away', async () => {
    const admin = await registerAdmin(api);
    await api.db.owner.query(
      `insert into contacts (organization_id, email, attributes)
       select $1, n || '@many.example', jsonb_build_object('note', repeat('x', 4000)) from generate_series(1, 10000) n`,
      [admin.user.organizationId],
    );
    await api.db.owner.query(
      `insert into contact_fields (organization_id, key, label, type) values ($1, 'note', 'Note', 'text')`,
      [admin.user.organizationId],
    );
    await api.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = api.app.server.address() as { port: number };
    const { pool } = api.database;

    const asked = request({
      port,
      path: '/api/contacts/export?fields=email&custom=note',
      headers: { cookie: admin.cookie, host: 'waggle.test' },
    }).end();
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    await once(answer, 'readable');
    answer.read();
    const busy = pool.totalCount - pool.idleCount;
    asked.on('error', () => {}).destroy();
    for (let waited = 0; pool.totalCount !== pool.idleCount && waited < 5_000; waited += 50) await pause(50);

    expect(answer.statusCode).toBe(200);
    expect(busy).toBe(1);
    expect(pool.totalCount).toBe(pool.idleCount);
    // The server sees that nobody listens when it next writes or looks.
    await vi.waitFor(
      async () => {
        const { rows } = await api.db.owner.query(
          `select from pg_stat_activity where query like 'copy%' and state = 'active'`,
        );
        expect(rows).toHaveLength(0);
      },
      { timeout: 60_000, interval: 50 },
    );
    expect((await download(admin, 'fields=email&search=nobody')).status).toBe(409);
  }, 60_000);
});

describe('many exports at once', () => {
  test('P12: an organization has two at a time, everybody three, and a place becomes free when one is read or left', async () => {
    const [one, two, three] = [await registerAdmin(api), await registerAdmin(api), await registerAdmin(api)];
    for (const { user } of [one, two, three])
      await insertContact(user.organizationId, { email: `slow@${user.organizationId.slice(0, 8)}.example` });
    const start = ({ user }: typeof one) =>
      exportContacts(backgroundContext(api.database, user.organizationId, 'test'), { fields: ['email'] });
    const codeOf = (person: typeof one) => start(person).catch((error: Problem) => error.code);

    const slow = [await start(one), await start(one)];
    const third = await codeOf(one);
    const other = await start(two);
    const full = await codeOf(three);
    for (const { content } of [...slow, other]) await content[Symbol.asyncIterator]().return?.();

    expect([third, full]).toEqual(['too_many_requests', 'overloaded']);
    expect(await text(Readable.from((await start(one)).content))).toContain('slow@');
    expect(api.database.pool.totalCount).toBe(api.database.pool.idleCount);
  });
});
