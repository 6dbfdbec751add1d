import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction, type Context } from '#platform/context.ts';
import { reclassify, recount } from './recount.ts';
import { recordScans } from './scans.ts';
import { machine, person, scanOf } from '../../../../test/harness/inbox-harness.ts';
import { createScanHarness, rollUps, type ScanHarness } from './test-harness.ts';

let harness: ScanHarness;
beforeAll(async () => {
  harness = await createScanHarness();
});
afterAll(() => harness.close());

const all = { from: '2000-01-01', to: '2100-01-01' };
const labelsOf = async ({ organizationId }: Context) =>
  (
    await harness.owner.query(
      'select id, label, label_reason, rule_version from engagement_events where organization_id = $1 order by id',
      [organizationId],
    )
  ).rows as Record<string, unknown>[];

/** As if an earlier version of the rules had judged: people for machines, or machines for people. */
async function judgeLikeBefore(ctx: Context, label: 'human' | 'machine'): Promise<void> {
  await harness.owner.query(
    `update engagement_events event set label = $2, label_reason = 'old', rule_version = 0,
       first_of_day = $2 = 'human' and id = (select min(id::text)::uuid from engagement_events other
         where other.organization_id = event.organization_id and other.subject_id = event.subject_id and other.visitor = event.visitor)
     where organization_id = $1`,
    [ctx.organizationId, label],
  );
  await recount(ctx, all);
}

async function scanned(count: number): Promise<Context> {
  const ctx = await harness.organization();
  const codes = [await harness.code(ctx), await harness.code(ctx)];
  await harness.deliver(
    Array.from({ length: count }, (_, at) =>
      scanOf(ctx, codes[at % 2] ?? '', {
        happenedAt: Date.now() - at * 100_000,
        signals: at % 3 === 0 ? machine : { ...person, address: `203.0.113.${at % 5}` },
      }),
    ),
  );
  await harness.drain();
  return ctx;
}

test.each(['human', 'machine'] as const)(
  'judging anew what old rules called %s gives the labels and figures of today, and doing it twice changes nothing',
  async (label) => {
    const ctx = await scanned(90);
    const figures = await rollUps(harness, ctx);
    const labels = await labelsOf(ctx);
    await judgeLikeBefore(ctx, label);

    const changed = await reclassify(ctx);
    const repaired = await rollUps(harness, ctx);
    const again = await reclassify(ctx);

    expect(changed).toBe(90);
    expect(again).toBe(0);
    expect(await labelsOf(ctx)).toEqual(labels);
    expect(repaired.days).toEqual(figures.days);
    expect(repaired.codes).toEqual(figures.codes);
    expect(await rollUps(harness, ctx)).toEqual(repaired);
    await recount(ctx, all);
    expect(await rollUps(harness, ctx)).toEqual(repaired);
  },
);

test('judging anew while scans arrive loses and doubles nothing', async () => {
  const ctx = await scanned(300);
  await judgeLikeBefore(ctx, 'machine');
  const subjectId = await harness.code(ctx);

  const judging = reclassify(ctx);
  for (let at = 0; at < 10; at += 1) {
    await harness.deliver([scanOf(ctx, subjectId)]);
    await harness.drain();
  }
  await judging;
  await harness.drain();
  await reclassify(ctx);

  const figures = await rollUps(harness, ctx);
  expect(figures.codes.find(({ id }) => id === subjectId)).toMatchObject({ scans: 10 });
  expect(figures.codes.reduce((sum, { scans }) => sum + Number(scans), 0)).toBe(210);
  await recount(ctx, all);
  expect(await rollUps(harness, ctx)).toEqual(figures);
});

test('days of 23 and 25 hours are days of the organization, and a recount agrees', async () => {
  const ctx = await harness.organization('Europe/Berlin');
  const subjectId = await harness.code(ctx);
  for (const [table, month, next] of ['engagement_events', 'stat_hours'].flatMap((table) => [
    [table, '2026-03-01', '2026-04-01'],
    [table, '2026-10-01', '2026-11-01'],
  ]) as [string, string, string][]) {
    await harness.owner.query(
      `create table if not exists ${table}_${month.slice(0, 7).replace('-', '')} partition of ${table}
       for values from ('${month}T00:00:00Z') to ('${next}T00:00:00Z')`,
    );
  }
  const times = [
    // Clocks go back at 01:00 UTC: two o'clock happens twice, and midnight is at 22:00 before and 23:00 after.
    '2026-10-24T22:00:00Z',
    '2026-10-25T00:30:00Z',
    '2026-10-25T01:30:00Z',
    '2026-10-25T22:59:59Z',
    '2026-10-25T23:00:00Z',
    // Clocks go forward at 01:00 UTC: midnight is at 23:00 before and 22:00 after.
    '2026-03-28T23:00:00Z',
    '2026-03-29T01:00:00Z',
    '2026-03-29T21:59:59Z',
    '2026-03-29T22:00:00Z',
  ].map((text) => Date.parse(text));

  await inTransaction(ctx, (ctx) =>
    recordScans(
      ctx,
      times.map((happenedAt) => scanOf(ctx, subjectId, { happenedAt })),
      () => null,
    ),
  );
  const added = await rollUps(harness, ctx);
  await recount({ ...ctx, now: () => new Date('2026-11-01') }, all);

  const scans = added.days.filter(({ metric, part }) => metric === 1 && part === 'all');
  expect(scans.map(({ day, total }) => [day, total])).toEqual([
    ['2026-03-29', 3],
    ['2026-03-30', 1],
    ['2026-10-25', 4],
    ['2026-10-26', 1],
  ]);
  expect(await rollUps(harness, ctx)).toEqual(added);
});
