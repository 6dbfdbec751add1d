import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { casesOf } from '../../../../test/harness/cases.ts';
import { type Person, registerAdmin } from '../../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../../test/harness/test-api.ts';
import { backgroundContext } from '#platform/background-context.ts';
import { applyBatch } from './apply/apply.ts';
import { runImport } from './run.ts';
import { importer, peopleOf, sumOf } from './test-harness.ts';

let api: TestApi;
beforeAll(async () => {
  // Thousands of rows in the same process are this test, not the overload that shedding is for.
  api = await startTestApi({ workers: true });
});
afterAll(() => api.close());

const row = fc.record({
  address: fc.constantFrom(
    'a@bee.example',
    'A@Bee.example',
    'b@bee.example',
    'c@bee.example',
    'out@bee.example',
    'gone@bee.example',
    'd@bee.example',
    'no address',
    '',
    "'=x@bee.example",
  ),
  name: fc.constantFrom('', 'Ana', 'Bea', 'x'.repeat(101), 'new\nline', "'=1+1"),
  tags: fc.constantFrom('', 'Fair', 'fair; Vip', 'x'.repeat(61)),
});
const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;

/** The counters and what the tables say. */
async function recount({ user }: Person, importId: string) {
  const { rows } = await api.db.owner.query(
    `select (select count(*)::int from contacts where organization_id = $1 and import_id = $2) as created,
       (select count(*)::int from contact_activity where organization_id = $1 and ref_id = $2 and type = 'contact.imported') as activity,
       (select count(*)::int from import_errors where organization_id = $1 and import_id = $2) as errors,
       (select counted::int from contact_counts where organization_id = $1)
         = (select count(*) from contacts where organization_id = $1 and status in ('active', 'lead')) as exact`,
    [user.organizationId, importId],
  );
  return rows[0];
}

describe('the dry run', () => {
  test('says of any file exactly what the import then does', async () => {
    const admin = await registerAdmin(api);
    const out = await admin.request('POST', '/api/contacts', { email: 'out@bee.example' });
    await admin.request('PUT', `/api/contacts/${out.body.id}`, { status: 'unsubscribed' });
    await importer(admin).imported('email\ngone@bee.example\n', {}, 'suppressions');
    const { body: tag } = await admin.request('POST', '/api/tags', { name: 'Plan' });
    const plan = fc.record({
      existing: fc.constantFrom('keep' as const, 'update' as const),
      tagIds: fc.constantFrom<string[][]>([], [tag.id as string]),
      full: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(row, { maxLength: 12 }), plan, async (rows, { full, ...chosen }) => {
        // Room for two more, or for everybody.
        await api.db.owner.query(`delete from contacts where organization_id = $1 and email like 'fill%'`, [
          admin.user.organizationId,
        ]);
        if (full)
          await api.db.owner.query(
            `insert into contacts (organization_id, email) select $1, 'fill' || n || '@x.example'
             from generate_series(1, 98 - (select counted::int from contact_counts where organization_id = $1)) n`,
            [admin.user.organizationId],
          );
        const lines = rows.map(({ address, name, tags }) => [address, name, tags].map(quoted).join(','));

        const done = await importer(admin).imported(`email,first name,tags\n${lines.join('\n')}\n`, chosen);

        expect(done.checked).toEqual(done.counts);
        expect(sumOf(done.counts)).toBe(done.rows);
        expect(await recount(admin, done.id)).toEqual({
          created: done.counts.created,
          activity: done.counts.created,
          errors: done.counts.invalid + done.counts.blocked + done.counts.overLimit,
          exact: true,
        });
        const statuses = (await peopleOf(api, admin)).filter(({ email }) => /^(out|gone)@/.test(email));
        expect(statuses.map(({ status }) => status)).toEqual(['unsubscribed']);
        await importer(admin).undo(done.id);
      }),
      { numRuns: casesOf(100) },
    );
  }, 240_000);
});

const people = (count: number) =>
  `email\n${Array.from({ length: count }, (_, at) => `p${at}@bee.example`).join('\n')}\n`;

const freed = (admin: Person) =>
  api.db.owner.query("update organizations set subscription_tier = 'system' where id = $1", [
    admin.user.organizationId,
  ]);

describe('an import that is interrupted', () => {
  test('goes on behind the last row that was committed', async () => {
    const admin = await registerAdmin(api);
    await freed(admin);
    const { id } = await importer(admin).checked(people(7_000));
    await api.db.owner.query(
      "update imports set state = 'running', counts = checked, started_at = now() where id = $1",
      [id],
    );
    await api.db.owner.query(
      `update imports set position = 0, counts = '{"created":0,"updated":0,"unchanged":0,"duplicate":0,"invalid":0,"blocked":0,"overLimit":0}' where id = $1`,
      [id],
    );
    const ctx = backgroundContext(api.database, admin.user.organizationId, 'test');
    const stop = new AbortController();
    let batches = 0;
    const signal = new Proxy(stop.signal, {
      get: (target, name) =>
        name === 'throwIfAborted'
          ? () => {
              batches += 1;
              if (batches > 1) throw new Error('the machine stops');
            }
          : Reflect.get(target, name),
    });

    await expect(runImport(ctx, id, signal)).rejects.toThrow('the machine stops');
    const half = await importer(admin).read(id);
    await runImport(ctx, id);
    await runImport(ctx, id);

    expect(half).toMatchObject({ state: 'running', position: 3_000, counts: { created: 3_000 } });
    expect(await importer(admin).read(id)).toMatchObject({
      state: 'done',
      position: 7_000,
      counts: { created: 7_000 },
    });
    expect(await recount(admin, id)).toEqual({ created: 7_000, activity: 7_000, errors: 0, exact: true });
  });

  test('is written once by two workers that have it at the same time', async () => {
    const admin = await registerAdmin(api);
    await freed(admin);
    const { id } = await importer(admin).checked(people(7_000));
    const ctx = backgroundContext(api.database, admin.user.organizationId, 'test');
    await admin.request('POST', `/api/imports/${id}/start`);

    await Promise.allSettled([runImport(ctx, id), runImport(ctx, id), runImport(ctx, id)]);
    const done = await importer(admin).until(id, (state) => state === 'done');

    expect(done.counts).toMatchObject({ created: 7_000 });
    expect(await recount(admin, id)).toMatchObject({ created: 7_000, activity: 7_000, exact: true });
  });

  test('a batch that is handed in twice is written once', async () => {
    const admin = await registerAdmin(api);
    const { id } = await importer(admin).checked(people(2));
    const ctx = backgroundContext(api.database, admin.user.organizationId, 'test');
    await importer(admin).start(id);
    const running = { importId: id, kind: 'contacts', clientId: null, limit: null, month: '2026-01-01' } as never;

    const again = applyBatch(ctx, running, { from: 0, to: 2, ready: [], refused: [], repeated: 0 });

    await expect(again).rejects.toThrow('Another worker has this import, or it was stopped.');
  });

  test('can be cancelled, and what it did can be undone', async () => {
    const admin = await registerAdmin(api);
    await freed(admin);
    const { id } = await importer(admin).checked(people(30_000));
    await admin.request('POST', `/api/imports/${id}/start`);
    await importer(admin).until(id, () => true);

    const cancelled = await admin.request('POST', `/api/imports/${id}/cancel`);
    await importer(admin).undo(id);

    expect(cancelled.body).toMatchObject({ state: 'cancelled' });
    expect(await peopleOf(api, admin)).toEqual([]);
  }, 60_000);
});

test('two imports at once of overlapping people add each of them once', async () => {
  const admin = await registerAdmin(api);
  await freed(admin);
  const [one, other] = await Promise.all([
    importer(admin).checked(people(5_000)),
    importer(admin).checked(people(6_000)),
  ]);

  const done = await Promise.all([importer(admin).start(one.id), importer(admin).start(other.id)]);

  expect(done.map(({ counts }) => sumOf(counts))).toEqual([5_000, 6_000]);
  expect(done.reduce((sum, { counts }) => sum + counts.created, 0)).toBe(6_000);
  expect(await peopleOf(api, admin)).toHaveLength(6_000);
});
