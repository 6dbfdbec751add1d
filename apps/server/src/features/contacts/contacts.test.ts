import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registerAdmin, type Person } from '../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../test/harness/test-api.ts';
import { createTenantFixture, enter } from '../../../test/matrix/tenant-fixture.ts';

let api: TestApi;
let admin: Person;
beforeAll(async () => {
  api = await startTestApi();
  admin = await registerAdmin(api);
});
afterAll(() => api.close());

const create = (body: object, caller = admin) => caller.request('POST', '/api/contacts', body);

/** Those that are no lines of a timeline. */
const eventsAbout = async (contactId: string) =>
  (
    await api.db.owner.query<{ name: string }>(
      `select name from outbox_events where payload->>'contactId' = $1 order by id`,
      [contactId],
    )
  ).rows.map(({ name }) => name);

const activityOf = async (contactId: string) =>
  (
    await api.db.owner.query<{ type: string }>(
      'select type from contact_activity where contact_id = $1 order by happened_at, id',
      [contactId],
    )
  ).rows.map(({ type }) => type);

describe('a contact', () => {
  test('is created with the defaults of the specification', async () => {
    const answer = await create({
      email: 'Ada@Lovelace.example',
      firstName: ' Ada ',
      lastName: '',
      company: '  Bee & Co ',
    });

    expect(answer).toMatchObject({
      status: 201,
      body: {
        email: 'Ada@Lovelace.example',
        firstName: 'Ada',
        lastName: null,
        phone: null,
        company: 'Bee & Co',
        source: 'manual',
        status: 'active',
        clientId: null,
        tags: [],
      },
    });
    expect((await admin.request('GET', `/api/contacts/${answer.body.id}`)).body).toEqual({
      ...answer.body,
      suppressions: [],
      mailPausedUntil: null,
    });
  });

  test.each([
    [{}, 'Email is required'],
    [{ email: '  ' }, 'Email is required'],
    [{ email: null }, 'Email is required'],
    [{ email: 'nobody' }, 'Invalid email address'],
    [{ email: 'a@b.c' }, 'Invalid email address'],
    [{ email: `${'a'.repeat(65)}@example.com` }, 'Invalid email address'],
    [{ email: `a@${'b.'.repeat(130)}com` }, 'Invalid email address'],
    [{ email: 'a@example.com\r\nBcc: b@example.com' }, 'Invalid email address'],
    [{ email: 'ä@example.com' }, 'Invalid email address'],
    [{ email: 'a@[127.0.0.1]' }, 'Invalid email address'],
    [{ email: '"a b"@example.com' }, 'Invalid email address'],
  ])('is refused with the sentence of the specification: %j', async (body, message) => {
    const answer = await create(body);

    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input', message, fields: { email: message } } });
  });

  test('exists once for an address, whatever its capitals', async () => {
    await create({ email: 'Grace@Hopper.example' });

    const answer = await create({ email: 'gRACE@hopper.EXAMPLE' });

    expect(answer).toMatchObject({ status: 400, body: { code: 'already_exists' } });
    expect(answer.body.message).toContain('already exists');
  });

  test('is created once by two calls at the same moment', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => create({ email: 'race@house.example' })));

    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 'already_exists')).toHaveLength(9);
  });

  test('may have the address of a contact of another client', async () => {
    const tenant = await createTenantFixture(api);
    const [limited, other] = [await enter(api, tenant, 'limited'), await enter(api, tenant, 'other')];
    const body = { email: 'both@house.example' };

    const answers = [
      await limited.request('POST', '/api/contacts', body),
      await other.request('POST', '/api/contacts', body),
    ];

    expect(answers.map((answer) => [answer.status, answer.body.clientId])).toEqual([
      [201, tenant.clients.x],
      [201, tenant.clients.y],
    ]);
  });

  test('belongs to the client that is looked at, and is listed with it', async () => {
    const tenant = await createTenantFixture(api);
    const guest = await enter(api, tenant, 'ADMIN');
    const lookAt = (clientId: string | null) => guest.request('POST', '/api/auth/set-active-client', { clientId });
    const listed = async () => (await guest.request('GET', '/api/contacts')).body.total;

    await lookAt(tenant.clients.x);
    const { body: contact } = await guest.request('POST', '/api/contacts', { email: 'x@house.example' });
    const ofX = await listed();
    await lookAt(tenant.clients.y);
    const [ofY, unseen] = [await listed(), await guest.request('GET', `/api/contacts/${contact.id}`)];
    await lookAt(null);

    expect(contact.clientId).toBe(tenant.clients.x);
    expect([ofX, ofY, await listed()]).toEqual([2, 1, 3]);
    expect(unseen.status).toBe(404);
  });

  test('is edited field by field; what is not named stays', async () => {
    const { body: contact } = await create({ email: 'edit@house.example', firstName: 'Before', phone: '+1 555 0100' });

    const answer = await admin.request('PUT', `/api/contacts/${contact.id}`, { firstName: 'After', phone: '' });

    expect(answer.body).toMatchObject({ email: 'edit@house.example', firstName: 'After', phone: null });
    expect(await activityOf(contact.id)).toEqual(['contact.created', 'contact.updated']);
  });

  test('that is saved unchanged makes no news', async () => {
    const { body: contact } = await create({ email: 'same@house.example', firstName: 'Same' });

    const answer = await admin.request('PUT', `/api/contacts/${contact.id}`, { firstName: 'Same' });

    expect(answer.body).toEqual(contact);
    expect(await activityOf(contact.id)).toEqual(['contact.created']);
  });

  test('cannot take the address of another one', async () => {
    await create({ email: 'first@house.example' });
    const { body: second } = await create({ email: 'second@house.example' });

    const answer = await admin.request('PUT', `/api/contacts/${second.id}`, { email: 'FIRST@house.example' });

    expect(answer).toMatchObject({ status: 400, body: { code: 'already_exists' } });
  });

  test('that has opted out is not made active again', async () => {
    const { body: contact } = await create({ email: 'out@house.example' });
    const change = (status: string) => admin.request('PUT', `/api/contacts/${contact.id}`, { status });

    const answers = [await change('unsubscribed'), await change('active'), await change('lead')];

    expect(answers.map(({ status }) => status)).toEqual([200, 409, 409]);
    expect((await admin.request('GET', `/api/contacts/${contact.id}`)).body.status).toBe('unsubscribed');
  });

  test('is deleted, and the address is free again', async () => {
    const { body: contact } = await create({ email: 'gone@house.example' });

    const deleted = await admin.request('DELETE', `/api/contacts/${contact.id}`);
    const again = await admin.request('DELETE', `/api/contacts/${contact.id}`);

    expect([deleted.status, again.status]).toEqual([200, 404]);
    expect(deleted.body).toEqual({ batchId: expect.any(String) });
    expect(await eventsAbout(contact.id)).toEqual(['contact.deleted']);
    expect((await create({ email: 'gone@house.example' })).status).toBe(201);
  });

  test('is read but not changed by a VIEWER', async () => {
    const tenant = await createTenantFixture(api);
    const viewer = await enter(api, tenant, 'VIEWER');
    const path = `/api/contacts/${tenant.ids.contact}`;

    const read = [await viewer.request('GET', '/api/contacts'), await viewer.request('GET', path)];
    const written = [
      await viewer.request('POST', '/api/contacts', { email: 'viewer@house.example' }),
      await viewer.request('PUT', path, { firstName: 'Changed' }),
      await viewer.request('DELETE', path),
      await viewer.request('POST', `${path}/tags`, { tagId: tenant.ids.tag }),
      await viewer.request('DELETE', `${path}/tags/${tenant.ids.tag}`),
    ];

    expect(read.map(({ status }) => status)).toEqual([200, 200]);
    expect(written.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
  });
});
