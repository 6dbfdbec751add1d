import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../../../../test/harness/test-api.ts';
import { createTenantFixture, enter } from '../../../../test/matrix/tenant-fixture.ts';
import type { Guest, TenantFixture } from '../../../../test/matrix/tenant.ts';

let api: TestApi;
let tenant: TenantFixture;
let admin: Guest;
let contactId: string;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  tenant = await createTenantFixture(api);
  admin = await enter(api, tenant, 'ADMIN');
  const email = `busy@${tenant.mark}.example`;
  contactId = (await admin.request('POST', '/api/contacts', { email, clientId: tenant.clients.x })).body.id;
});

const at = (taskId = '') => `/api/contacts/${contactId}/tasks${taskId && `/${taskId}`}`;
const add = async (body: object, who = admin) => (await who.request('POST', at(), body)).body;
const change = (taskId: string, body: object, who = admin) => who.request('PUT', at(taskId), body);
const list = async () => (await admin.request('GET', at())).body;
const mine = async (who: Guest) => (await who.request('GET', '/api/tasks')).body;
const types = async () =>
  (await admin.request('GET', `/api/contacts/${contactId}/activity`)).body.items.map(
    ({ type }: { type: string }) => type,
  );
/** A day so many days from today, where the organization is. */
const dayFrom = async (days: number): Promise<string> =>
  (
    await api.db.owner.query<{ day: string }>(
      `select ((now() at time zone timezone)::date + $2::int)::text as day from organizations where id = $1`,
      [tenant.organizationId, days],
    )
  ).rows[0]!.day;

describe('tasks of a contact', () => {
  test('are listed by their day, and are overdue once it is over where the organization is', async () => {
    await api.db.owner.query(`update organizations set timezone = 'Pacific/Kiritimati' where id = $1`, [
      tenant.organizationId,
    ]);
    await add({ title: 'Some day' });
    await add({ title: 'Today', dueOn: await dayFrom(0) });
    await add({ title: 'Yesterday', dueOn: await dayFrom(-1) });

    const { open } = await list();

    expect(open.map(({ title, overdue }: { title: string; overdue: boolean }) => [title, overdue])).toEqual([
      ['Yesterday', true],
      ['Today', false],
      ['Some day', false],
    ]);
  });

  test('are checked off once, by whom, and opened again without a trace', async () => {
    const { id } = await add({ title: 'Call about the rye order' });

    const answers = await Promise.all([1, 2, 3].map(() => change(id, { done: true })));
    const done = await list();
    const told = await types();
    await change(id, { done: false });

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(done).toMatchObject({ open: [], done: [{ id, doneBy: `ADMIN ${tenant.mark}` }] });
    expect(told).toEqual(['task.done', 'task.added', 'contact.created']);
    expect((await list()).open).toMatchObject([{ id, doneAt: null, doneBy: null }]);
    expect(await types()).toEqual(['task.added', 'contact.created']);
  });

  test('are changed and deleted, with their lines in the timeline', async () => {
    const { id } = await add({ title: 'Call', dueOn: '2026-05-14' });

    const changed = await change(id, { title: 'Visit', dueOn: null });
    await admin.request('DELETE', at(id));

    expect(changed.body).toMatchObject({ title: 'Visit', dueOn: null });
    expect(await types()).toEqual(['contact.created']);
  });

  test('are no more than 200 open ones', async () => {
    await api.db.owner.query(
      `insert into contact_tasks (organization_id, client_id, contact_id, title)
       select $1, $2, $3, 'Task ' || n from generate_series(1, 200) n`,
      [tenant.organizationId, tenant.clients.x, contactId],
    );

    const answer = await admin.request('POST', at(), { title: 'One more' });

    expect(answer).toMatchObject({ status: 409, body: { code: 'quota_reached' } });
  });

  test.each([
    { title: '' },
    { title: 'x'.repeat(201) },
    { title: 'Two\nlines' },
    { title: 'Day', dueOn: '2026-02-30' },
  ])('refuse %j', async (body) => {
    expect((await admin.request('POST', at(), body)).status).toBe(400);
  });
});

describe('whoever has a task', () => {
  test('is somebody who may edit contacts of its client', async () => {
    const ids = (await admin.request('GET', `/api/contacts/${contactId}/assignees`)).body.items.map(
      ({ id }: { id: string }) => id,
    );
    const { people } = tenant;
    const refused = [];
    for (const { id } of [people.VIEWER, people.other])
      refused.push((await admin.request('POST', at(), { title: 'Call', assigneeId: id })).body.fields);

    expect(ids.toSorted()).toEqual([people.ADMIN.id, people.USER.id, people.limited.id].toSorted());
    const message = 'Choose someone who can edit contacts of this client.';
    expect(refused).toEqual([{ assigneeId: message }, { assigneeId: message }]);
  });

  test('finds it among their own, with the contact, until it is done or the contact is gone', async () => {
    const limited = await enter(api, tenant, 'limited');
    const task = await add({ title: 'Call', assigneeId: tenant.people.limited.id });
    const other = await add({ title: 'Write', assigneeId: tenant.people.limited.id });
    await add({ title: 'Not theirs', assigneeId: admin.userId });

    const before = await mine(limited);
    await change(other.id, { done: true }, limited);
    const after = await mine(limited);
    await admin.request('DELETE', `/api/contacts/${contactId}`);

    expect(before).toMatchObject({ total: 2, items: [{ id: task.id, contact: { id: contactId } }, { id: other.id }] });
    expect(after).toMatchObject({ total: 1, items: [{ id: task.id }] });
    expect(await mine(limited)).toEqual({ items: [], total: 0 });
  });

  test('leaves it to nobody when they leave the team, or may no longer work for the client', async () => {
    const { limited, USER } = tenant.people;
    await add({ title: 'Of one who leaves', assigneeId: USER.id, dueOn: '2026-05-01' });
    await add({ title: 'Of one who changes', assigneeId: limited.id, dueOn: '2026-05-02' });

    await admin.request('DELETE', `/api/team/members/${USER.id}`);
    await admin.request('PUT', `/api/team/members/${limited.id}`, { clientIds: [tenant.clients.y] });

    expect((await list()).open).toMatchObject([{ assignee: null }, { assignee: null }]);
    expect((await mine(await enter(api, tenant, 'limited'))).total).toBe(0);
  });

  test('keeps it when the contact moves or is merged, if they see the new client', async () => {
    const task = await add({ title: 'Call', assigneeId: tenant.people.USER.id });
    const theirs = await add({ title: 'Visit', assigneeId: tenant.people.limited.id });
    const kept = (
      await admin.request('POST', '/api/contacts', { email: `kept@${tenant.mark}.example`, clientId: tenant.clients.x })
    ).body;

    await admin.request('POST', `/api/contacts/${kept.id}/merge`, { otherId: contactId });
    await admin.request('POST', `/api/contacts/${kept.id}/move`, { clientId: tenant.clients.y });
    contactId = kept.id;

    const { open } = await list();
    expect(open.map(({ id, assignee }: { id: string; assignee: unknown }) => [id, assignee])).toEqual([
      [task.id, { id: tenant.people.USER.id, name: `USER ${tenant.mark}` }],
      [theirs.id, null],
    ]);
  });
});
