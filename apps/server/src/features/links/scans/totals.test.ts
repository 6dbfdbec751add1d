import { deleteFigures } from '#features/engagement/index.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { person, scanOf } from '../../../../test/harness/inbox-harness.ts';
import { createScanHarness, rollUps, type ScanHarness } from './test-harness.ts';

let harness: ScanHarness;
beforeAll(async () => {
  harness = await createScanHarness();
});
afterAll(() => harness.close());

test('a deleted code takes its scans out of the totals, also those whose events are gone, and leaves those of others', async () => {
  const ctx = await harness.organization('Asia/Kolkata');
  const [menu, poster] = [await harness.code(ctx), await harness.code(ctx)];
  const happenedAt = Date.now() - 3_600_000;
  await harness.deliver([menu, menu, poster].map((code) => scanOf(ctx, code, { happenedAt, signals: person })));
  await harness.drain();
  await harness.owner.query(
    `insert into stat_days (organization_id, subject_id, metric, part, day, value, total) values ($1, $2, 1, 'all', '2020-05-01', '', 7)`,
    [ctx.organizationId, menu],
  );
  await harness.owner.query(
    `select add_totals(array[$1::uuid], array[null::uuid], array[1::smallint], array['2020-04-30T18:30:00Z'::timestamptz], array[7::bigint])`,
    [ctx.organizationId],
  );
  const before = await rollUps(harness, ctx);

  await deleteFigures(ctx, menu);

  const byUnit = (rows: Record<string, unknown>[]) =>
    ['day', 'quarter'].map((unit) => rows.filter((row) => row['unit'] === unit).map(({ total }) => total));
  expect(byUnit(before.totals)).toEqual([
    [7, 3],
    [7, 3],
  ]);
  expect(byUnit((await rollUps(harness, ctx)).totals)).toEqual([[1], [1]]);
});
