import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestApi, type TestApi } from '../../../../test/harness/test-api.ts';
import { addPeople, ask, draft, type ReadyAdmin, readyAdmin } from '../../../../test/sending/ready-admin.ts';
import { backgroundContext } from '#platform/background-context.ts';
import { countStates } from '../queries.ts';
import { foldAll } from './fold.ts';
import { countRetryable, findProgress } from './queries.ts';

let api: TestApi;
let admin: ReadyAdmin;
beforeAll(async () => {
  api = await startTestApi({ workers: true });
  admin = await readyAdmin(api);
  await addPeople(api, admin, 60);
});
afterAll(() => api.close());

const contextOf = () => backgroundContext(api.database, admin.user.organizationId, 'test');

/** What is kept must be what a recount finds, before and after folding. */
async function expectRecounted(id: string) {
  const ctx = contextOf();
  const { rows } = await api.db.owner.query<{ month: string; retryable: number }>(
    `select to_char(campaign_month, 'YYYY-MM-DD') as month,
       (select count(*)::int from campaign_sends where campaign_id = $1 and state = 'failed' and retryable) as retryable
     from campaigns where id = $1`,
    [id],
  );
  const { month, retryable } = rows[0]!;
  const recounted = await countStates(ctx, id, month);
  expect((await findProgress(ctx, [id])).get(id) ?? {}).toEqual(recounted);
  expect(await countRetryable(ctx, { id, month, counts_kept: true })).toBe(retryable);
  return recounted;
}

test('counts that are kept equal a recount through a whole campaign, and a list reads them', async () => {
  const { id } = await draft(admin);
  await ask(admin, 'POST', `/api/campaigns/${id}/send`);
  await vi.waitFor(
    async () => expect((await ask(admin, 'GET', `/api/campaigns/${id}`)).status).toBe('COMPLETED'),
    30_000,
  );

  const counted = await expectRecounted(id);
  await foldAll(api.database, new AbortController().signal);
  await expectRecounted(id);

  const { items } = await ask(admin, 'GET', '/api/campaigns');
  expect(counted).toEqual({ accepted: 60 });
  expect(items.find((item: { id: string }) => item.id === id).progress).toEqual({ accepted: 60 });
});

test('counts follow whoever writes the ledger: a failure, a retry, a person, an erasure', async () => {
  const { id } = await draft(admin, { scheduledAt: '2040-01-01T10:00:00Z' });
  const { owner } = api.db;
  const states = ['failed', 'failed', 'uncertain', 'accepted', 'suppressed'];
  const { rows: people } = await owner.query<{ id: string }>(
    'select id from contacts where organization_id = $1 order by id limit 5',
    [admin.user.organizationId],
  );
  await owner.query(
    `update campaigns set status = 'COMPLETED', sent_at = now(), campaign_month = date_trunc('month', now())::date, audience = 5,
       counts_kept = true where id = $1`,
    [id],
  );
  await owner.query(
    `insert into campaign_sends (organization_id, campaign_month, campaign_id, contact_id, state, retryable, receiver)
     select $1, date_trunc('month', now())::date, $2, person, state, state = 'failed', 'x.example'
     from unnest($3::uuid[], $4::text[]) given (person, state)`,
    [admin.user.organizationId, id, people.map((person) => person.id), states],
  );
  expect(await expectRecounted(id)).toMatchObject({ failed: 2, uncertain: 1, accepted: 1, suppressed: 1 });
  expect(await ask(admin, 'GET', `/api/campaigns/${id}`)).toMatchObject({ retryable: 2, progress: { failed: 2 } });

  await ask(admin, 'POST', `/api/campaigns/${id}/settle`, { contactIds: [people[2]!.id], as: 'failed' });
  expect(await expectRecounted(id)).toMatchObject({ failed: 3 });
  await foldAll(api.database, new AbortController().signal);
  await owner.query(`update campaign_sends set contact_id = new_id(), state = 'suppressed' where contact_id = $1`, [
    people[0]!.id,
  ]);

  expect(await expectRecounted(id)).toMatchObject({ failed: 2, suppressed: 2 });
});

test('many who write at once wait for nobody, and workers that fold at once count nothing twice', async () => {
  const { id } = await draft(admin);
  const { owner } = api.db;
  await owner.query(
    `update campaigns set status = 'COMPLETED', sent_at = now(), campaign_month = date_trunc('month', now())::date, audience = 400,
       counts_kept = true where id = $1`,
    [id],
  );
  const write = () =>
    owner.query(
      `insert into campaign_sends (organization_id, campaign_month, campaign_id, contact_id, state, receiver)
       select $1, date_trunc('month', now())::date, $2, new_id(), 'accepted', 'x.example' from generate_series(1, 20)`,
      [admin.user.organizationId, id],
    );
  const fold = () => foldAll(api.database, new AbortController().signal);

  await Promise.all(
    Array.from({ length: 20 }, (_, at) => (at % 3 === 0 ? Promise.all([write(), fold(), fold()]) : write())),
  );
  await fold();

  expect(await expectRecounted(id)).toEqual({ accepted: 400 });
  const { rows } = await owner.query('select from campaign_progress where campaign_id = $1', [id]);
  expect(rows).toHaveLength(1);
});
