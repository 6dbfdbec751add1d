import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { joinTeam } from '../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../test/harness/test-api.ts';
import { addPeople, ask, draft, type ReadyAdmin, readyAdmin } from '../../../test/sending/ready-admin.ts';

let api: TestApi;
let admin: ReadyAdmin;
beforeAll(async () => {
  api = await startTestApi({ workers: true });
  admin = await readyAdmin(api);
  await addPeople(api, admin, 3);
});
afterAll(() => api.close());

const later = '2040-05-01T09:00:00.000Z';
const scheduled = async () => {
  const { id } = await draft(admin, { scheduledAt: later });
  await ask(admin, 'POST', `/api/campaigns/${id}/send`);
  return `/api/campaigns/${id}`;
};

describe('the list', () => {
  test('finds campaigns by name and by subject', async () => {
    await draft(admin, { name: 'Harvest', subject: 'Pumpkins' });

    const found = async (search: string) =>
      (await ask(admin, 'GET', `/api/campaigns?search=${search}`)).items.map(({ name }: { name: string }) => name);

    expect(await found('harv')).toEqual(['Harvest']);
    expect(await found('pumpk')).toEqual(['Harvest']);
  });

  test('names the sender, also to a VIEWER, and the tags it goes to', async () => {
    const tag = await ask(admin, 'POST', '/api/tags', { name: 'Regulars', color: '#10B981' });
    const { id } = await draft(admin, { recipients: { type: 'tags', tagIds: [tag.id] } });
    const viewer = await joinTeam(api, admin, 'VIEWER');

    const seen = await ask(viewer, 'GET', `/api/campaigns/${id}`);

    expect(seen).toMatchObject({ senderId: null, senderName: 'Maple & Rye', senderEmail: admin.sender.fromEmail });
    expect(seen.recipients).toMatchObject({ count: null, tags: ['Regulars'] });
  });

  test("names the organization's sender to whoever is limited to a client", async () => {
    const tenant = await readyAdmin(api);
    const client = await ask(tenant, 'POST', '/api/clients', { name: 'Client X', email: null });
    const limited = await joinTeam(api, tenant, 'USER', client.id);

    const { senderName } = await draft(limited);

    expect(senderName).toBe('Maple & Rye');
  });

  test('counts contacts that were chosen one by one, and the audience once it is frozen', async () => {
    const tenant = await readyAdmin(api);
    const [person] = await addPeople(api, tenant, 3);
    const chosen = await draft(tenant, { recipients: { type: 'segments', contactIds: [person!.id] } });
    const all = await draft(tenant);
    await ask(tenant, 'POST', `/api/campaigns/${all.id}/send`);

    expect([chosen.recipients.count, all.recipients.count]).toEqual([1, null]);
    await vi.waitFor(
      async () => expect((await ask(tenant, 'GET', `/api/campaigns/${all.id}`)).recipients.count).toBe(3),
      30_000,
    );
  });

  test('has sums over every campaign in sight', async () => {
    const tenant = await readyAdmin(api);
    await addPeople(api, tenant, 4);
    await draft(tenant);
    const { id } = await draft(tenant);
    const empty = await ask(tenant, 'GET', '/api/campaigns/stats');
    await ask(tenant, 'POST', `/api/campaigns/${id}/send`);
    await vi.waitFor(
      async () => expect((await ask(tenant, 'GET', `/api/campaigns/${id}`)).status).toBe('COMPLETED'),
      20_000,
    );
    await api.db.owner.query(`update campaigns set stats = stats || '{"opened": 1}' where id = $1`, [id]);

    const sums = await ask(tenant, 'GET', '/api/campaigns/stats');

    expect(empty).toMatchObject({ total: 2, sent: 0, openRate: null });
    expect(sums).toEqual({
      total: 2,
      byStatus: { DRAFT: 1, ACTIVE: 0, PAUSED: 0, COMPLETED: 1 },
      sent: 4,
      opened: 1,
      openRate: 0.25,
    });
  });
});

describe('a duplicate', () => {
  test('has everything of the campaign but its schedule', async () => {
    const tag = await ask(admin, 'POST', '/api/tags', { name: 'Copied', color: '#10B981' });
    const first = await draft(admin, {
      previewText: 'Look inside',
      textContent: 'Plain',
      recipients: { type: 'tags', tagIds: [tag.id], tagMatch: 'all' },
      senderId: admin.sender.id,
      connectionId: admin.connection.id,
      replyTo: 'desk@maple.example',
      tracking: { opens: false, clicks: true },
      utm: { source: 'news', medium: 'email', campaign: 'spring', term: '', content: '' },
      scheduledAt: later,
    });

    const answer = await admin.request('POST', `/api/campaigns/${first.id}/duplicate`);

    expect(answer.status).toBe(201);
    const { id, createdAt: _made, updatedAt: _changed, ...copy } = answer.body;
    const { id: firstId, createdAt: _created, updatedAt: _updated, ...rest } = first;
    expect(copy).toEqual({ ...rest, name: 'Spring (Copy)', scheduledAt: null, startsAt: null });
    expect(id).not.toBe(firstId);
  });

  test('can also be made of what an answer says, and has a name that fits', async () => {
    const { type, subject, content, recipients } = await draft(admin);
    const long = await draft(admin, { name: 'n'.repeat(200) });

    const made = await admin.request('POST', '/api/campaigns', { name: 'By hand', type, subject, content, recipients });
    const copy = await ask(admin, 'POST', `/api/campaigns/${long.id}/duplicate`);

    expect(made.status).toBe(201);
    expect(copy.name).toBe(`${'n'.repeat(193)} (Copy)`);
  });
});

describe('a campaign that has not started', () => {
  test('is moved to another time, by an instant or a wall clock', async () => {
    const path = await scheduled();

    const moved = await ask(admin, 'POST', `${path}/schedule`, { scheduledAt: '2041-01-01T10:00' });
    const past = await admin.request('POST', `${path}/schedule`, { scheduledAt: '2020-01-01T10:00:00Z' });

    expect(moved).toMatchObject({ status: 'ACTIVE', scheduledAt: expect.stringContaining('2041-01-01') });
    expect(past).toMatchObject({ status: 400, body: { fields: { scheduledAt: 'Choose a time in the future.' } } });
    expect((await ask(admin, 'GET', path)).scheduledAt).toBe(moved.scheduledAt);
  });

  test('stays paused when it is moved, unless it only waited for a new time', async () => {
    const [paused, missed] = [await scheduled(), await scheduled()];
    await ask(admin, 'PATCH', paused, { status: 'PAUSED' });
    await api.db.owner.query(
      `update campaigns set status = 'PAUSED', hold_reason = 'missed-schedule', scheduled_at = now() - interval '1 day' where id = $1`,
      [missed.split('/').at(-1)],
    );

    const answers = [
      await ask(admin, 'POST', `${paused}/schedule`, { scheduledAt: later }),
      await ask(admin, 'POST', `${missed}/schedule`, { scheduledAt: later }),
    ];

    expect(answers).toMatchObject([
      { status: 'PAUSED', holdReason: null },
      { status: 'ACTIVE', holdReason: null },
    ]);
  });

  test('becomes a draft again that keeps its time and can be edited and sent', async () => {
    const path = await scheduled();

    const back = await ask(admin, 'POST', `${path}/draft`);
    const edited = await admin.request('PUT', path, { subject: 'Corrected' });
    const again = await admin.request('POST', `${path}/send`);

    expect(back).toMatchObject({ status: 'DRAFT', scheduledAt: later });
    expect([edited.status, again.status]).toEqual([200, 200]);
  });

  test('can be taken back in the moment after Send, and nobody gets it', async () => {
    const { id } = await draft(admin);
    const path = `/api/campaigns/${id}`;
    const sent = await ask(admin, 'POST', `${path}/send`, { afterSeconds: 10 });

    const back = await ask(admin, 'POST', `${path}/draft`);

    expect(sent.campaign).toMatchObject({ status: 'ACTIVE', sentAt: null });
    expect(back).toMatchObject({ status: 'DRAFT', scheduledAt: null, sentAt: null });
  });
});

test('what has started, ended or is a draft is neither moved nor taken back', async () => {
  const unsent = await draft(admin);
  const { id } = await draft(admin);
  const path = `/api/campaigns/${id}`;
  await ask(admin, 'POST', `${path}/send`);
  await vi.waitFor(async () => expect((await ask(admin, 'GET', path)).sentAt).not.toBeNull(), 30_000);

  const answers = [
    await admin.request('POST', `${path}/draft`),
    await admin.request('POST', `${path}/schedule`, { scheduledAt: later }),
    await admin.request('POST', `/api/campaigns/${unsent.id}/draft`),
    await admin.request('POST', `/api/campaigns/${unsent.id}/schedule`, { scheduledAt: later }),
  ];

  expect(answers.map(({ status }) => status)).toEqual([409, 409, 409, 409]);
});
