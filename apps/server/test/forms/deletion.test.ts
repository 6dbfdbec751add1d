import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createWorker } from '../../src/worker.ts';
import { backgroundContext } from '#platform/background-context.ts';
import { createLog } from '../../src/platform/log.ts';
import { deleteRows } from '../../src/platform/row-deletion/delete-rows.ts';
import { withoutConnections } from '../harness/ended-connections.ts';
import { registerAdmin } from '../harness/people.ts';
import { type FilledForms, startFilledForms } from './filled-forms.ts';

const people = 12_000;
const tables = ['form_submissions', 'form_spam', 'form_contacts', 'form_sent'];
const go = new AbortController().signal;
const turn = () => ({ signal: go, until: Date.now() + 300_000 });

let house: FilledForms;
beforeAll(async () => {
  house = await startFilledForms({ workers: false });
  await house.tier('system');
});
afterAll(() => house.close());

/** A form that so many people sent, with as much spam. */
async function crowded(name: string, crowd: number) {
  const { id } = await house.create({ name });
  const { organizationId } = house.admin.user;
  await house.rows(
    `insert into form_submissions (organization_id, form_id, id, version, contact_id, answers, outcome, submitted_at)
     select $1, $2, new_id(), 1, new_id(), '{"field_2":"ada@forms.example"}', 'created', now() - n * interval '1 minute'
     from generate_series(1, $3::int) n`,
    organizationId,
    id,
    crowd,
  );
  await house.rows(
    `insert into form_spam (organization_id, form_id, id, version, answers, reasons, label, way, submitted_at)
     select $1, $2, new_id(), 1, '{}', '{trap}', 'machine', 'page', now() - n * interval '1 minute' from generate_series(1, $3::int) n`,
    organizationId,
    id,
    crowd,
  );
  return id;
}

async function left(formId: string): Promise<Record<string, number>> {
  const counts = tables.map(
    (name) => `select '${name}' as name, count(*)::int as rows from ${name} where form_id = $1`,
  );
  return Object.fromEntries(
    (await house.rows(counts.join(' union all '), formId)).map(({ name, rows }) => [name, rows]),
  );
}
const none = Object.fromEntries(tables.map((name) => [name, 0]));

test('S1: a form with many submissions is gone for everybody at once, and its rows go in batches that survive a kill', async () => {
  const { organizationId } = house.admin.user;
  const [id, other] = [await crowded('Bread club', people), await crowded('Cake club', 50)];
  const code = await house.admin.request('POST', '/api/qr-codes', { name: 'Counter', formId: id });
  const others = await left(other);
  const counted = async () =>
    (await house.rows('select forms, active from form_counts where organization_id = $1', organizationId))[0];
  const before = await counted();
  expect((await house.ask('GET', `/api/forms/${id}`)).status).toBe(200);

  const answer = await house.admin.request('DELETE', `/api/forms/${id}`);

  // People, plans, codes and strangers know nothing of it any more, while every row is still there.
  expect(answer.status).toBe(204);
  expect((await left(id))['form_submissions']).toBe(people);
  expect((await house.admin.request('GET', `/api/forms/${id}/draft`)).status).toBe(404);
  expect((await house.admin.request('GET', `/api/forms/${id}/submissions`)).status).toBe(404);
  expect(await counted()).toEqual({ forms: before!['forms'] - 1, active: before!['active'] - 1 });
  expect(await house.rows('select form_id, is_active from qr_codes where id = $1', code.body.id)).toEqual([
    { form_id: null, is_active: false },
  ]);
  const logged = await house.rows(
    `select outcome from audit_log where organization_id = $1 and entity_id = $2 and action like '%delete%'`,
    organizationId,
    id,
  );
  expect(logged).toEqual([{ outcome: 'succeeded' }]);
  await vi.waitFor(async () => expect((await house.ask('GET', `/api/forms/${id}`)).status).toBe(404), {
    timeout: 60_000,
  });
  expect((await left(id))['form_submissions']).toBe(people);

  const ctx = backgroundContext(house.api.database, organizationId, 'test');
  const stopped = await withoutConnections(house.api.db.owner, '^\\s*with batch as materialized', () =>
    deleteRows(ctx, turn()),
  );
  // A job that meets a connection that was ended with the others is tried again.
  const turnOver = await vi.waitFor(() => deleteRows(ctx, { signal: go, until: Date.now() }), { timeout: 60_000 });
  const between = await left(id);
  const done = await deleteRows(ctx, turn());

  expect([stopped, turnOver, done]).toEqual([true, false, true]);
  expect(between['form_submissions']).toBeGreaterThan(0);
  expect(await left(id)).toEqual(none);
  expect(await left(other)).toEqual(others);
});

test('S1: the job that was written with the deletion does it, and looks again for rows that came late', async () => {
  const { organizationId } = house.admin.user;
  const id = await crowded('Pie club', 1_000);
  const noted = () => house.rows('select relation from rows_to_delete where parent_id = $1', id);
  await house.admin.request('DELETE', `/api/forms/${id}`);
  const worker = await createWorker(house.api.config, house.api.database, createLog({ LOG_LEVEL: 'silent' }, 'test'));
  await vi.waitFor(async () => expect(await left(id)).toEqual(none), { timeout: 120_000, interval: 100 });
  await worker.stop();
  const ctx = backgroundContext(house.api.database, organizationId, 'test');

  await house.rows(
    `insert into form_spam (organization_id, form_id, id, version, answers, reasons, label, way, submitted_at)
     values ($1, $2, new_id(), 1, '{}', '{trap}', 'machine', 'page', now())`,
    organizationId,
    id,
  );
  await deleteRows(ctx, turn());
  const young = await noted();
  await house.rows(`update rows_to_delete set since = now() - interval '11 minutes' where parent_id = $1`, id);
  await deleteRows(ctx, turn());

  expect(await left(id)).toEqual(none);
  expect(young).toHaveLength(tables.length);
  expect(await noted()).toEqual([]);
});

test('S1: two workers at once leave no row and forget none', async () => {
  const { organizationId } = house.admin.user;
  const id = await crowded('Tart club', people);
  await house.admin.request('DELETE', `/api/forms/${id}`);
  await house.rows(`update rows_to_delete set since = now() - interval '11 minutes' where parent_id = $1`, id);
  const ctx = backgroundContext(house.api.database, organizationId, 'test');
  // Its turn ends when the other has begun to wait for the same rows: what is left is the next turn's.
  const short = () => ({ signal: go, until: Date.now() + 30 });

  for (let turns = 0; turns < 40; turns += 1) await Promise.all([deleteRows(ctx, short()), deleteRows(ctx, short())]);
  const between = await left(id);
  const noted = await house.rows('select relation from rows_to_delete where parent_id = $1', id);
  await deleteRows(ctx, turn());

  for (const [table, rows] of Object.entries(between))
    if (rows > 0) expect(noted.map(({ relation }) => relation)).toContain(table);
  expect(await left(id)).toEqual(none);
  expect(await house.rows('select relation from rows_to_delete where parent_id = $1', id)).toEqual([]);
});

test('S1: no organization deletes rows of another, whatever is noted', async () => {
  const id = await crowded('Jam club', 20);
  const stranger = await registerAdmin(house.api);
  await house.rows(
    `insert into rows_to_delete (organization_id, relation, attribute, parent_id) values ($1, 'form_submissions', 'form_id', $2)`,
    stranger.user.organizationId,
    id,
  );

  await deleteRows(backgroundContext(house.api.database, stranger.user.organizationId, 'test'), turn());

  expect((await left(id))['form_submissions']).toBe(20);
});
