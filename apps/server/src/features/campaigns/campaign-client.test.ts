import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Person } from '../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../test/harness/test-api.ts';
import { addPeople, draft, type ReadyAdmin, readyAdmin, spring } from '../../../test/sending/ready-admin.ts';
import { redPixel } from '../../../test/matrix/tenant-fixture.ts';
import { until } from '../../../test/matrix/until.ts';

let api: TestApi;
let admin: ReadyAdmin;
const clients: Record<'x' | 'y', string> = { x: '', y: '' };
beforeAll(async () => {
  api = await startTestApi({ workers: true });
  admin = await readyAdmin(api);
  for (const name of ['x', 'y'] as const)
    clients[name] = (await admin.request('POST', '/api/clients', { name: `Client ${name}` })).body.id;
  await addPeople(api, admin, 2);
  await addPeople(api, admin, 3, clients.x);
  await addPeople(api, admin, 4, clients.y);
});
afterAll(() => api.close());

const create = (more: object, caller: Pick<Person, 'request'> = admin) =>
  caller.request('POST', '/api/campaigns', { ...spring, ...more });
const count = (body: object) => admin.request('POST', '/api/campaigns/audience', body);
const all = { recipients: { type: 'all' } };
const everyClient = { recipients: { type: 'all', everyClient: true } };
const lookAt = (clientId: string | null) => admin.request('POST', '/api/auth/set-active-client', { clientId });

async function tagOf(clientId: string | null): Promise<string> {
  const { rows } = await api.db.owner.query<{ id: string }>(
    'insert into tags (organization_id, client_id, name) values ($1, $2, $3) returning id',
    [admin.user.organizationId, clientId, `Tag ${randomUUID()}`],
  );
  return rows[0]!.id;
}

describe('D12 a campaign made while all clients are shown', () => {
  test('D12: is refused until it says whose it is, a copy as well', async () => {
    const nobody = await create({});
    const copy = await create({ name: 'Spring (Copy)', content: { html: '<p>Hello</p>', text: '' }, ...all });
    const counted = await count(all);

    for (const answer of [nobody, copy, counted])
      expect(answer).toMatchObject({
        status: 400,
        body: {
          code: 'invalid_input',
          fields: { clientId: 'Choose the client this campaign is for, or your organization itself.' },
        },
      });
  });

  test('D12: of one client goes to the people of that client', async () => {
    const made = await create({ clientId: clients.x });
    const counted = await count({ ...all, clientId: clients.x });

    expect(made).toMatchObject({ status: 201, body: { clientId: clients.x, recipients: { everyClient: false } } });
    expect(counted.body).toMatchObject({ recipients: 3, clients: 1 });
  });

  test('D12: of the organization itself goes to its own people and to nobody of a client', async () => {
    const made = await draft(admin, { clientId: null });

    const counted = await count({ ...all, clientId: null });
    const sent = await admin.request('POST', `/api/campaigns/${made.id}/send`);

    expect(made.clientId).toBeNull();
    expect(counted.body).toMatchObject({ recipients: 2, clients: 0 });
    expect(sent).toMatchObject({ status: 200, body: { recipientCount: 2, clientCount: 0 } });
    expect(await until(async () => (await ledgerOf(made.id)).length === 2)).toBe(true);
    expect(new Set(await ledgerOf(made.id))).toEqual(new Set([null]));
  });

  test('D12: goes to the people of every client only when exactly that is ticked, and says how many', async () => {
    const made = await draft(admin, { clientId: null, ...everyClient });

    const counted = await count({ ...everyClient, clientId: null });
    const sent = await admin.request('POST', `/api/campaigns/${made.id}/send`);

    // The same addresses are contacts of several clients; each person gets one.
    expect(counted.body).toMatchObject({ recipients: 4, clients: 2 });
    expect(sent.body).toMatchObject({ recipientCount: 4, clientCount: 2 });
  });

  test('D12: of a client cannot tick every client, nor be changed to it', async () => {
    const made = await draft(admin, { clientId: clients.x });

    const created = await create({ clientId: clients.x, ...everyClient });
    const counted = await count({ clientId: clients.x, ...everyClient });
    const changed = await admin.request('PUT', `/api/campaigns/${made.id}`, everyClient);

    for (const answer of [created, counted, changed])
      expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
  });

  test('D12: names tags, senders and people of its own client alone', async () => {
    const [ofY, ofOrganization] = [await tagOf(clients.y), await tagOf(null)];
    const byTag = (tagId: string) => ({ recipients: { type: 'tags', tagIds: [tagId] } });

    const foreign = await create({ clientId: clients.x, ...byTag(ofY) });
    const own = await create({ clientId: null, ...byTag(ofOrganization) });
    const theirs = await create({ clientId: null, ...byTag(ofY) });
    const shared = await create({ clientId: clients.x, senderId: admin.sender.id });
    await api.db.owner.query('update senders set client_id = $2 where id = $1', [admin.sender.id, clients.y]);
    const otherSender = await create({ clientId: clients.x, senderId: admin.sender.id });
    await api.db.owner.query('update senders set client_id = null where id = $1', [admin.sender.id]);

    expect([foreign, own, theirs, shared, otherSender].map(({ status }) => status)).toEqual([404, 201, 404, 201, 404]);
  });

  test('D12: made before the question, for everybody, goes to the organization itself', async () => {
    const made = await draft(admin, { clientId: null });
    await api.db.owner.query(`update campaigns set recipients = recipients - 'everyClient' where id = $1`, [made.id]);

    const sent = await admin.request('POST', `/api/campaigns/${made.id}/send`);

    expect(sent.body).toMatchObject({ recipientCount: 2, clientCount: 0 });
  });

  test('D12: with the sender of another client is not sent', async () => {
    const made = await draft(admin, { clientId: null, senderId: admin.sender.id });
    await api.db.owner.query('update senders set client_id = $2 where id = $1', [admin.sender.id, clients.y]);

    const sent = await admin.request('POST', `/api/campaigns/${made.id}/send`);
    await api.db.owner.query('update senders set client_id = null where id = $1', [admin.sender.id]);

    expect(sent).toMatchObject({ status: 409, body: { code: 'not_set_up' } });
  });
});

describe('D12 a campaign made while one client is shown', () => {
  test('D12: is that client’s, and another’s or everybody’s is refused', async () => {
    await lookAt(clients.x);
    const unsaid = await create({});
    const same = await create({ clientId: clients.x });
    const other = await create({ clientId: clients.y });
    const organization = await create({ clientId: null });
    const ticked = await create(everyClient);
    await lookAt(null);

    expect([unsaid, same].map(({ body }) => body.clientId)).toEqual([clients.x, clients.x]);
    expect([other, organization].map(({ body }) => body.code)).toEqual(['other_client', 'other_client']);
    expect(ticked).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
  });

  test('D12: in an organization without clients needs no answer', async () => {
    const alone = await readyAdmin(api);
    await addPeople(api, alone, 2);

    const made = await draft(alone);

    expect(made.clientId).toBeNull();
    expect((await alone.request('POST', '/api/campaigns/audience', all)).body).toMatchObject({ recipients: 2 });
  });
});

const ledgerOf = async (campaignId: string) =>
  (
    await api.db.owner.query<{ client_id: string | null }>(
      'select client_id from campaign_sends where campaign_id = $1',
      [campaignId],
    )
  ).rows.map(({ client_id }) => client_id);

describe('what is offered for a campaign while all clients are shown', () => {
  type Owned = { id: string; clientId: string | null };
  const ids = async (path: string): Promise<string[]> =>
    (await admin.request('GET', path)).body.items.map(({ id }: Owned) => id);
  const owners = async (path: string) =>
    new Set((await admin.request('GET', path)).body.items.map(({ clientId }: Owned) => clientId));

  test('is what the campaign may then name: tags, segments and contacts of its own client', async () => {
    await lookAt(null);
    const rules = { match: 'all', rules: [] };
    for (const clientId of [clients.x, clients.y, null]) {
      await tagOf(clientId);
      await admin.request('POST', '/api/segments', { name: `Segment ${randomUUID()}`, rules, clientId });
    }

    for (const owner of [clients.x, 'organization']) {
      const clientId = owner === 'organization' ? null : owner;
      const [tagIds, segmentIds, contactIds] = await Promise.all(
        ['tags', 'segments', 'contacts'].map((kind) => ids(`/api/${kind}?owner=${owner}`)),
      );
      const exclude = { tagIds, segmentIds, contactIds };
      const named = await create({ clientId, recipients: { type: 'all', exclude } });

      for (const chosen of [tagIds, segmentIds, contactIds]) expect(chosen?.length).toBeGreaterThan(0);
      expect(named.status).toBe(201);
    }
  });

  test('is found by searching among them alone', async () => {
    const found = await owners(`/api/contacts?owner=${clients.y}&search=example&sort=name`);

    expect([...found]).toEqual([clients.y]);
  });

  test('is the look and the templates of its client, and images of its library', async () => {
    const saved = await admin.request('GET', `/api/brand?clientId=${clients.x}`);
    await admin.request('PUT', `/api/brands/${saved.body.id}`, {
      name: 'Client X',
      accent: '#b0413e',
      website: '',
      logoId: null,
      postalAddress: '',
    });
    const template = { name: 'Only of Y', subject: 'Spring', htmlContent: '<p>Hello</p>', clientId: clients.y };
    const ofY = (await admin.request('POST', '/api/email-templates', template)).body;
    for (const owner of ['x', 'y'] as const)
      await admin.request('POST', `/api/images?name=${owner}&clientId=${clients[owner]}`, redPixel);

    const offered = (await admin.request('GET', `/api/email-templates?clientId=${clients.x}`)).body.items;
    const first = offered.find(({ scope }: { scope: string }) => scope === 'built-in').id;
    const read = (await admin.request('GET', `/api/email-templates/${first}?clientId=${clients.x}`)).body;
    const foreign = await admin.request('GET', `/api/email-templates/${ofY.id}?clientId=${clients.x}`);

    expect(saved.body).toMatchObject({ clientId: clients.x });
    expect(read.document.theme.light.accent).toBe('#b0413e');
    expect(offered.map(({ id }: Owned) => id)).not.toContain(ofY.id);
    expect(foreign.status).toBe(404);
    expect(await owners(`/api/images?owner=${clients.x}`)).toEqual(new Set([clients.x]));
    expect(await owners('/api/images')).toEqual(new Set([clients.x, clients.y]));
  });

  test('is nothing of a client nobody has', async () => {
    const asked = await Promise.all(
      [
        'brand?clientId',
        'email-templates?clientId',
        'tags?owner',
        'segments?owner',
        'contacts?owner',
        'images?owner',
      ].map((question) => admin.request('GET', `/api/${question}=${randomUUID()}`)),
    );

    expect(asked.map(({ status }) => status)).toEqual(asked.map(() => 404));
  });
});
