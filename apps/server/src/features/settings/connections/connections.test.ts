import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { joinTeam, type Person, registerAdmin } from '../../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../../test/harness/test-api.ts';
import { backgroundContext } from '#platform/background-context.ts';
import { createSettings } from '../create-settings.ts';
import { isPrivateHost } from '#platform/outbound/private-host.ts';
import { connectionFor, installationTransport } from './route.ts';

let api: TestApi;
let admin: Person;
beforeAll(async () => {
  api = await startTestApi({ workers: true });
  admin = await registerAdmin(api);
});
afterAll(() => api.close());

const secret = 'Canary-7f3a91c2e4-Zw9Kq2';
const create = (body: object, person = admin) => person.request('POST', '/api/sending/connections', body);
const change = (id: string, body: object, person = admin) =>
  person.request('PUT', `/api/sending/connections/${id}`, body);
const smtp = { name: 'Relay', host: 'mail.example.com', username: 'shop', secret };
const ses = { name: 'SES', kind: 'ses', region: 'eu-west-1', username: 'AKIAEXAMPLE', secret };

const lookAt = (person: Person, clientId: string | null) =>
  person.request('POST', '/api/auth/set-active-client', { clientId });
async function organizationOf(id: string): Promise<string> {
  const { rows } = await api.db.owner.query('select organization_id from smtp_connections where id = $1', [id]);
  return rows[0].organization_id;
}
const stored = async (id: string): Promise<Buffer | null> =>
  (await api.db.owner.query('select secret from smtp_connections where id = $1', [id])).rows[0].secret;

describe('the secret of a connection', () => {
  test('goes in and never comes out', async () => {
    const made = await create(smtp);
    const listed = await admin.request('GET', '/api/sending/connections');
    const changed = await change(made.body.id, { name: 'Relay two' });
    const bytes = await stored(made.body.id);

    expect(made).toMatchObject({ status: 201, body: { hasSecret: true, port: 587, tls: 'starttls', eventsUrl: null } });
    expect(JSON.stringify([made.body, listed.body, changed.body])).not.toContain('Canary');
    expect(bytes!.toString('latin1')).not.toContain('Canary');
  });

  test('stays when a change leaves it out, and opens for the sender of campaigns', async () => {
    const { body } = await create({ ...smtp, port: 2525, maxPerSecond: 7 });

    const changed = await change(body.id, { name: 'Other' });
    const organizationId = await organizationOf(body.id);
    const transport = await connectionFor(
      createSettings(api),
      backgroundContext(api.database, organizationId, 'test'),
      {
        connectionId: body.id,
        clientId: null,
      },
    );

    expect(changed.body).toEqual({ ...body, name: 'Other' });
    expect(transport).toEqual({
      connectionId: body.id,
      kind: 'smtp',
      host: 'mail.example.com',
      port: 2525,
      tls: 'starttls',
      username: 'shop',
      password: secret,
      maxConnections: 10,
      maxPerSecond: 7,
      reporter: null,
    });
  });

  test('must be typed again when it would go to another server', async () => {
    const { body } = await create(smtp);

    const answers = [
      await change(body.id, { host: 'evil.example' }),
      await change(body.id, { port: 2526 }),
      await change(body.id, { username: 'other' }),
    ];
    const typed = await change(body.id, { host: 'new.example', secret: 'another' });

    for (const answer of answers)
      expect(answer).toMatchObject({ status: 400, body: { fields: { secret: expect.any(String) } } });
    expect(typed).toMatchObject({ status: 200, body: { host: 'new.example', hasSecret: true } });
  });

  test('goes with the user name', async () => {
    const { body } = await create(smtp);

    const answer = await change(body.id, { username: null });

    expect(answer.body).toMatchObject({ username: null, hasSecret: false });
    expect(await stored(body.id)).toBeNull();
  });
});

describe('a connection', () => {
  test.each([
    ['mail.example.com', 400],
    ['8.8.8.8', 400],
    ['2001:4860:4860::8888', 400],
    ['::ffff:8.8.8.8', 400],
    ['172.32.0.1', 400],
    ['localhost.evil.example', 400],
    ['127.0.0.1', 201],
    ['::1', 201],
    ['localhost', 201],
    ['10.1.2.3', 201],
    ['mailpit', 201],
    ['relay.internal', 201],
  ])('without encryption to %s answers %i', async (host, status) => {
    const answer = await create({ name: 'Plain', host, tls: 'none' });

    expect(answer.status).toBe(status);
    if (status === 400) expect(answer.body.fields).toHaveProperty('tls');
  });

  test('cannot lose its encryption by moving', async () => {
    const { body } = await create({ name: 'Plain', host: '127.0.0.1', tls: 'none' });

    const answer = await change(body.id, { host: 'mail.example.com' });

    expect(answer.status).toBe(400);
  });

  test.each([
    [{ ...ses, region: null }, 'region'],
    [{ ...ses, region: 'nowhere' }, 'region'],
    [{ ...ses, username: null }, 'username'],
    [{ ...ses, secret: undefined }, 'secret'],
  ])('to SES without all it needs is refused', async (body, field) => {
    const answer = await create(body);

    expect(answer).toMatchObject({ status: 400, body: { fields: { [field]: expect.any(String) } } });
  });

  test('to SES has a secret address for reports, which only an ADMIN sees and which stays', async () => {
    const { body } = await create(ses);
    const user = await joinTeam(api, admin, 'USER');

    const changed = await change(body.id, { name: 'SES two' });
    const seen = await user.request('GET', '/api/sending/connections');

    expect(body.eventsUrl).toMatch(new RegExp(`^http://waggle\\.test/events/ses/[0-9a-f-]{36}/${body.id}/[\\w-]{32}$`));
    expect(changed.body.eventsUrl).toBe(body.eventsUrl);
    expect(seen.body.items.find(({ id }: { id: string }) => id === body.id)).toMatchObject({ eventsUrl: null });
  });

  test('is the default alone, however many become it at once', async () => {
    const person = await registerAdmin(api);
    const made = await Promise.all(
      Array.from({ length: 10 }, () => create({ name: 'Relay', host: 'localhost', isDefault: true }, person)),
    );

    const { items } = (await person.request('GET', '/api/sending/connections')).body;

    expect(new Set(made.map(({ status }) => status))).toEqual(new Set([201]));
    expect(items.filter(({ isDefault }: { isDefault: boolean }) => isDefault)).toHaveLength(1);
  });

  test('through which a campaign is being sent stays', async () => {
    const { body } = await create(smtp);
    const { rows } = await api.db.owner.query(
      `insert into campaigns (organization_id, name, type, status, subject, connection_id, recipients, content, tracking)
       values ($1, 'Autumn', 'EMAIL', 'ACTIVE', 'Hello', $2, '{}', '{}', '{}') returning id`,
      [await organizationOf(body.id), body.id],
    );

    const used = await admin.request('DELETE', `/api/sending/connections/${body.id}`);
    await api.db.owner.query(`update campaigns set status = 'COMPLETED' where id = $1`, [rows[0].id]);
    const unused = await admin.request('DELETE', `/api/sending/connections/${body.id}`);

    expect([used.status, unused.status]).toEqual([409, 204]);
  });
});

describe('the way out a sender takes', () => {
  test("is the client's default, the organization's default, the installation's, in that order", async () => {
    const person = await registerAdmin(api);
    const clientId = (await person.request('POST', '/api/clients', { name: 'X' })).body.id;
    const other = (await person.request('POST', '/api/clients', { name: 'Y' })).body.id;
    const shared = createSettings({
      ...api,
      config: { ...api.config, SENDING_SMTP_URL: 'smtps://me:p%40ss@out.example:4650?rate=50' },
    });
    const { rows } = await api.db.owner.query('select organization_id from clients where id = $1', [clientId]);
    const ctx = backgroundContext(api.database, rows[0].organization_id, 'test');
    const taken = async () => (await connectionFor(shared, ctx, { connectionId: null, clientId })).connectionId;

    const installation = await connectionFor(shared, ctx, { connectionId: null, clientId });
    const none = connectionFor(createSettings(api), ctx, { connectionId: null, clientId });
    await expect(none).rejects.toMatchObject({ code: 'not_set_up' });
    const ofOrganization = (await create({ name: 'Agency', host: 'localhost', isDefault: true }, person)).body.id;
    const second = await taken();
    await lookAt(person, clientId);
    const ofClient = (await create({ name: 'X', host: 'localhost', isDefault: true }, person)).body.id;
    const third = await taken();
    const foreign = connectionFor(shared, ctx, { connectionId: ofClient, clientId: other });

    expect(installation).toEqual({
      connectionId: null,
      kind: 'smtp',
      host: 'out.example',
      port: 4650,
      tls: 'implicit',
      username: 'me',
      password: 'p@ss',
      maxConnections: 10,
      maxPerSecond: 50,
      reporter: null,
    });
    expect([second, third]).toEqual([ofOrganization, ofClient]);
    await expect(foreign).rejects.toMatchObject({ code: 'not_found' });
  });

  test.each([
    ['smtp://mail.example', { port: 587, tls: 'starttls', username: null }],
    ['smtp://127.0.0.1:25', { port: 25, tls: 'none' }],
    ['smtps://mail.example', { port: 465, tls: 'implicit' }],
    ['smtp://[::1]:2525', { host: '::1', tls: 'none' }],
  ])('%s is read as it is meant', (url, expected) => {
    expect(installationTransport({ SENDING_SMTP_URL: url })).toMatchObject(expected);
  });
});

test('names no public DNS can hold are private, and nothing that only looks like them', () => {
  expect(['mailpit', 'a.internal', 'fd00::1', '192.168.1.1'].map(isPrivateHost)).toEqual(Array(4).fill(true));
  expect(['internal.example', '11.0.0.1', '1.1', '0x7f000001.example'].map(isPrivateHost)).toEqual(
    Array(4).fill(false),
  );
});
