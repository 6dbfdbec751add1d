import { mostTopics } from '@waggle/contracts/topics';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { joinTeam, type Person, registerAdmin } from '../../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../../test/harness/test-api.ts';
import { ask } from '../../../../test/sending/ready-admin.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ workers: true });
});
afterAll(() => api.close());

const path = '/api/topics';
const add = async (person: Person, name: string, more: object = {}): Promise<string> =>
  (await ask(person, 'POST', path, { name, ...more })).id;
const names = async (person: Pick<Person, 'request'>, question = '') =>
  (await ask(person, 'GET', path + question)).items.map(({ name }: { name: string }) => name);
const statusOf = async (asked: Promise<{ status: number }>) => (await asked).status;
const draft = (person: Person, topicId: string | null, name = 'Spring') =>
  ask(person, 'POST', '/api/campaigns', { name, subject: 'Hello', htmlContent: '<p>Hello</p>', topicId });

test('topics stand in their order, and those that are archived behind them', async () => {
  const admin = await registerAdmin(api);
  const [offers, events] = [
    await add(admin, 'Offers', { description: 'At most twice a month' }),
    await add(admin, 'Events'),
  ];
  await add(admin, 'News');

  const moved = await ask(admin, 'PUT', `${path}/${events}/position`, { position: 0 });
  const archived = await ask(admin, 'PUT', `${path}/${offers}`, { archived: true, name: 'Deals' });

  expect(moved.items.map(({ name }: { name: string }) => name)).toEqual(['Events', 'Offers', 'News']);
  expect(archived).toMatchObject({
    name: 'Deals',
    description: 'At most twice a month',
    archived: true,
    clientId: null,
  });
  expect(await names(admin)).toEqual(['Events', 'News', 'Deals']);
  await ask(admin, 'PUT', `${path}/${offers}`, { archived: false });
  expect(await names(admin)).toEqual(['Events', 'News', 'Deals']);
});

test('a name is taken once, whatever its letters, and room is limited', async () => {
  const admin = await registerAdmin(api);
  const first = await add(admin, 'Offers');
  expect(await statusOf(admin.request('POST', path, { name: 'OFFERS' }))).toBe(400);
  for (const body of [
    { name: '' },
    { name: 'x'.repeat(61) },
    { name: 'x', description: 'x'.repeat(201) },
    { name: 'x', color: 'red' },
  ])
    expect(await statusOf(admin.request('POST', path, body)), JSON.stringify(body)).toBe(400);

  for (let no = 1; no < mostTopics; no += 1) await add(admin, `Topic ${no}`);
  expect(await statusOf(admin.request('POST', path, { name: 'One more' }))).toBe(409);
  await ask(admin, 'PUT', `${path}/${first}`, { archived: true });
  await add(admin, 'One more');

  expect(await statusOf(admin.request('PUT', `${path}/${first}`, { archived: false }))).toBe(409);
});

test('a topic belongs to one client, and a campaign has one of its own client', async () => {
  const admin = await registerAdmin(api);
  const [mine, other] = [
    await ask(admin, 'POST', '/api/clients', { name: 'Mine' }),
    await ask(admin, 'POST', '/api/clients', { name: 'Other' }),
  ];
  const topic = await add(admin, 'Offers', { clientId: mine.id });
  await add(admin, 'Offers', { clientId: other.id });
  const own = await add(admin, 'Agency news');
  const limited = await joinTeam(api, admin, 'USER', other.id);

  expect([await names(admin), await names(admin, `?owner=${mine.id}`), await names(limited)]).toEqual([
    ['Agency news'],
    ['Offers'],
    ['Offers'],
  ]);
  expect(await statusOf(limited.request('PUT', `${path}/${topic}`, { name: 'Ours' }))).toBe(404);
  const campaign = (clientId: string | null, topicId: string) =>
    admin.request('POST', '/api/campaigns', { name: 'A', subject: 'B', htmlContent: '<p>C</p>', clientId, topicId });
  expect([await statusOf(campaign(other.id, topic)), await statusOf(campaign(mine.id, own))]).toEqual([404, 404]);
  expect((await campaign(mine.id, topic)).body).toMatchObject({ topicId: topic, topicName: 'Offers' });
});

test('a topic that campaigns have is not deleted, and they are named; a copy keeps it', async () => {
  const admin = await registerAdmin(api);
  const topic = await add(admin, 'Offers');
  const { id } = await draft(admin, topic);
  const copy = await ask(admin, 'POST', `/api/campaigns/${id}/duplicate`);

  const refused = await admin.request('DELETE', `${path}/${topic}`);

  expect(copy).toMatchObject({ topicId: topic, topicName: 'Offers' });
  expect(refused).toMatchObject({ status: 409, body: { code: 'in_use' } });
  expect(refused.body.message).toContain('Spring, Spring (Copy)');
  await ask(admin, 'PUT', `/api/campaigns/${id}`, { topicId: null });
  await ask(admin, 'DELETE', `/api/campaigns/${copy.id}`);
  expect(await statusOf(admin.request('DELETE', `${path}/${topic}`))).toBe(204);
  expect(await names(admin)).toEqual([]);
});

test('somebody who may only read sees topics and changes none', async () => {
  const admin = await registerAdmin(api);
  const topic = await add(admin, 'Offers');
  const viewer = await joinTeam(api, admin, 'VIEWER');
  const { id } = await ask(admin, 'POST', '/api/contacts', { email: 'reader@house.example' });

  expect(await names(viewer)).toEqual(['Offers']);
  expect(await ask(viewer, 'GET', `/api/contacts/${id}/topics`)).toMatchObject({
    items: [{ name: 'Offers', optedOut: false }],
  });
  for (const [method, to, body] of [
    ['POST', path, { name: 'Mine' }],
    ['PUT', `${path}/${topic}`, { name: 'Mine' }],
    ['DELETE', `${path}/${topic}`, undefined],
    ['PUT', `/api/contacts/${id}/topics/${topic}`, { optedOut: true }],
  ] as const)
    expect(await statusOf(viewer.request(method, to, body))).toBe(403);
});

test('the team records an opt-out and takes it back, but not one of the contact', async () => {
  const admin = await registerAdmin(api);
  const topic = await add(admin, 'Offers');
  const { id } = await ask(admin, 'POST', '/api/contacts', { email: 'Reader@house.example' });
  const choose = (optedOut: boolean) => admin.request('PUT', `/api/contacts/${id}/topics/${topic}`, { optedOut });

  const recorded = await choose(true);
  const takenBack = await choose(false);
  await api.db.owner.query(`update topic_choices set opted_out = true, source = 'person' where topic_id = $1`, [topic]);

  expect(recorded.body).toMatchObject({ optedOut: true, by: 'team' });
  expect(takenBack.body).toMatchObject({ optedOut: false });
  expect(await choose(false)).toMatchObject({ status: 409, body: { code: 'opted_out' } });
  expect((await choose(true)).body).toMatchObject({ optedOut: true, by: 'person' });
  const { items } = await ask(admin, 'GET', `/api/contacts/${id}/activity`);
  expect(items.map(({ type, data }: { type: string; data: { name?: string } }) => [type, data.name])).toEqual([
    ['topic.opted_in', 'Offers'],
    ['topic.opted_out', 'Offers'],
    ['contact.created', undefined],
  ]);
});
