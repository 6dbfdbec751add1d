import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { backgroundContext } from '#platform/background-context.ts';
import { deleteRows } from '#platform/row-deletion/delete-rows.ts';
import { withoutConnections } from '../../../test/harness/ended-connections.ts';
import { startTestApi, type TestApi } from '../../../test/harness/test-api.ts';
import { adminOn, create, documentOf, path, waitDays } from './test-harness.ts';
import { takeDue } from './webhooks/queries.ts';

const people = 12_000;
const tables = ['automation_entries', 'automation_webhooks', 'automation_counts'];
const turn = () => ({ signal: new AbortController().signal, until: Date.now() + 300_000 });

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ env: { STRIPE_SECRET_KEY: 'sk_test_automations' } });
});
afterAll(() => api.close());

const read = async (text: string, ...values: unknown[]) => (await api.db.owner.query(text, values)).rows;
async function left(automationId: string): Promise<Record<string, number>> {
  const counts = tables.map(
    (name) => `select '${name}' as name, count(*)::int as rows from ${name} where automation_id = $1`,
  );
  return Object.fromEntries(
    (await read(counts.join(' union all '), automationId)).map(({ name, rows }) => [name, rows]),
  );
}

/** So many people have passed it; a webhook of each is still to be told. */
async function fill(organizationId: string, automationId: string, crowd: number): Promise<void> {
  const rows = `from generate_series(1, $3::int) n`;
  await read(
    `insert into automation_entries (organization_id, automation_id, contact_id, last_at) select $1, $2, new_id(), now() ${rows}`,
    organizationId,
    automationId,
    crowd,
  );
  await read(
    `insert into automation_webhooks (organization_id, automation_id, step_id, run_id, seq, contact_id, url, reply, next_at)
     select $1, $2, 'abcdefgh', new_id(), 1, new_id(), 'https://x.example', false, now() - interval '1 hour' ${rows}`,
    organizationId,
    automationId,
    crowd,
  );
  await read(
    `insert into automation_counts (organization_id, automation_id, step_id, on_day, slot) select $1, $2, '', now() - n * interval '1 day', 0 ${rows}`,
    organizationId,
    automationId,
    Math.min(crowd, 500),
  );
}

test('S1: an automation that many have passed is gone for everybody at once, and its rows go in batches that survive a kill', async () => {
  const admin = await adminOn(api);
  const { organizationId } = admin.user;
  const document = documentOf([waitDays('waitaday', 1)]);
  const [{ id }, { id: other }] = [await create(admin, document), await create(admin, document)];
  await fill(organizationId, id, people);
  await fill(organizationId, other, 5);
  const [before, others] = [await left(id), await left(other)];

  const answer = await admin.request('DELETE', `${path}/${id}`);

  expect(answer.status).toBe(204);
  expect(await left(id)).toEqual(before);
  expect((await admin.request('GET', `${path}/${id}`)).status).toBe(404);
  expect(await read('select automations from automation_totals where organization_id = $1', organizationId)).toEqual([
    { automations: 1 },
  ]);
  const ctx = backgroundContext(api.database, organizationId, 'test');
  // Those of the deleted one are older and far more, and take no place of these.
  expect((await takeDue(ctx, 20)).map(({ automationId }) => automationId)).toEqual(Array(5).fill(other));

  const stopped = await withoutConnections(api.db.owner, '^\\s*with batch as materialized', () =>
    deleteRows(ctx, turn()),
  );
  const between = await left(id);
  // A job that meets a connection that was ended with the others is tried again.
  const done = await vi.waitFor(() => deleteRows(ctx, turn()), { timeout: 60_000 });

  expect([stopped, done]).toEqual([true, true]);
  expect(Object.values(between).reduce((sum, rows) => sum + rows, 0)).toBeGreaterThan(0);
  expect(Object.values(await left(id))).toEqual([0, 0, 0]);
  expect(await left(other)).toEqual(others);
});
