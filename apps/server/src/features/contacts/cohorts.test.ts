import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, registerAdmin } from '../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../test/harness/test-api.ts';
import { ask } from '../../../test/sending/ready-admin.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ workers: true });
});
afterAll(() => api.close());

const monthsAgo = (months: number): string => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 10)).toISOString();
};
const add = async (
  { user }: Person,
  at: string,
  people: number,
  given: { status?: string; clientId?: string | null } = {},
) => {
  const { rows } = await api.db.owner.query<{ id: string }>(
    `insert into contacts (organization_id, client_id, email, status, created_at)
     select $1, $2, new_id() || '@cohorts.example', $3, $4 from generate_series(1, $5::int) returning id`,
    [user.organizationId, given.clientId ?? null, given.status ?? 'active', at, people],
  );
  return rows.map(({ id }) => id);
};
/** As if what happened this month had happened that many months ago. */
const age = ({ user }: Person, months: number) =>
  api.db.owner.query(
    `update contact_cohorts set month = (month - make_interval(months => $2))::date
     where organization_id = $1 and month = month_of(now()) and came < month`,
    [user.organizationId, months],
  );
const cohortsOf = async (person: Pick<Person, 'request'>) =>
  (await ask(person, 'GET', '/api/analytics/retention')).cohorts as {
    month: string;
    people: number;
    mailable: number[];
  }[];

test('who came in a month is followed until they leave, are deleted or opt in again', async () => {
  const admin = await registerAdmin(api);
  const ids = await add(admin, monthsAgo(3), 10);
  await add(admin, monthsAgo(3), 2, { status: 'unsubscribed' });
  await add(admin, monthsAgo(13), 5);
  const set = (status: string, from: number, to: number) =>
    api.db.owner.query('update contacts set status = $2 where id = any($1)', [ids.slice(from, to), status]);

  await set('bounced', 0, 1);
  await age(admin, 2);
  await set('unsubscribed', 1, 4);
  await api.db.owner.query('delete from contacts where id = $1', [ids[4]]);
  await age(admin, 1);
  await set('lead', 1, 2);
  // What changes nothing that counts.
  await set('active', 5, 8);

  const month = `${monthsAgo(3).slice(0, 7)}-01`;
  expect(await cohortsOf(admin)).toEqual([{ month, people: 12, mailable: [10, 9, 5, 6] }]);
});

test('undo of a deletion brings people back without counting them as come twice', async () => {
  const admin = await registerAdmin(api);
  await add(admin, monthsAgo(2), 6);
  const { id } = await ask(admin, 'POST', '/api/contacts/batches', { action: 'delete', filter: {} });
  const state = async () => (await ask(admin, 'GET', `/api/contacts/batches/${id}`)).state;
  await expect.poll(state, { timeout: 60_000 }).toBe('done');
  expect((await cohortsOf(admin))[0]).toMatchObject({ people: 6, mailable: [6, 6, 0] });

  await admin.request('POST', `/api/contacts/batches/${id}/undo`);
  await expect.poll(state, { timeout: 60_000 }).toBe('undone');

  expect(await cohortsOf(admin)).toEqual([expect.objectContaining({ people: 6, mailable: [6, 6, 6] })]);
}, 90_000);

test('the months of a client are its own, and go along with whoever is moved', async () => {
  const admin = await registerAdmin(api);
  const [mine, other] = await Promise.all(
    ['Mine', 'Other'].map(async (name) => (await ask(admin, 'POST', '/api/clients', { name })).id as string),
  );
  const ids = await add(admin, monthsAgo(1), 4, { clientId: mine! });
  await add(admin, monthsAgo(1), 2);
  await api.db.owner.query('update contacts set client_id = $2 where id = $1', [ids[0], other]);

  const shown = async (clientId: string | null) => {
    await ask(admin, 'POST', '/api/auth/set-active-client', { clientId });
    return (await cohortsOf(admin)).map(({ people, mailable }) => [people, mailable]);
  };

  expect(await shown(mine!)).toEqual([[3, [3, 3]]]);
  expect(await shown(other!)).toEqual([[1, [1, 1]]]);
  expect(await shown(null)).toEqual([[6, [6, 6]]]);
});
