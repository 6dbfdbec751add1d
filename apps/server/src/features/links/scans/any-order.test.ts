import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Context } from '#platform/context.ts';
import type { InboxEvent } from '#platform/inbox/event.ts';
import { casesOf } from '../../../../test/harness/cases.ts';
import { reclassify, recount } from './recount.ts';
import { machine, person, scanOf } from '../../../../test/harness/inbox-harness.ts';
import { createScanHarness, rollUps, type ScanHarness } from './test-harness.ts';

let harness: ScanHarness;
beforeAll(async () => {
  harness = await createScanHarness();
});
afterAll(() => harness.close());

const zones = ['America/Los_Angeles', 'Asia/Kolkata', 'Europe/Berlin', 'Pacific/Kiritimati', 'Asia/Kathmandu'];
const plan = fc.record({
  zone: fc.constantFrom(...zones),
  scans: fc.array(
    fc.record({
      code: fc.nat(2),
      visitor: fc.nat(3),
      minutesAgo: fc.nat(19 * 60),
      kind: fc.constantFrom('person', 'person', 'person', 'machine', 'prefetch'),
    }),
    { minLength: 1, maxLength: 40 },
  ),
  /** Each step tells some of the scans, maybe again, or lets some drains run at once. */
  steps: fc.array(
    fc.oneof(
      fc.record({ deliver: fc.array(fc.nat(39), { maxLength: 12 }) }),
      fc.record({ drains: fc.integer({ min: 1, max: 3 }) }),
      fc.constant({ reclassify: true }),
    ),
    { maxLength: 10 },
  ),
});
type Plan = typeof plan extends fc.Arbitrary<infer Made> ? Made : never;
type Scan = Plan['scans'][number];

const signalsOf = ({ kind, visitor }: Scan) => {
  if (kind === 'machine') return machine;
  return { ...person, address: `203.0.113.${visitor}`, ...(kind === 'prefetch' && { purpose: 'prefetch' }) };
};

/** The same sums, the slow and obvious way. */
function expected(zone: string, scans: { scan: Scan; event: InboxEvent }[]) {
  const dayOf = (at: number) => new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(at);
  const totals = new Map<string, number>();
  const visitors = new Set<string>();
  const add = (key: string) => totals.set(key, (totals.get(key) ?? 0) + 1);
  for (const { scan, event } of scans) {
    const day = dayOf(event.happenedAt);
    if (scan.kind !== 'person') {
      add(`${event.subjectId} 3 all ${day} `);
      continue;
    }
    add(`${event.subjectId} 1 all ${day} `);
    add(`${event.subjectId} 1 device ${day} phone`);
    const weekday = new Date(day).getUTCDay() || 7;
    const monday = new Date(Date.parse(day) - (weekday - 1) * 86_400_000).toISOString();
    add(`${event.subjectId} 1 week ${monday.slice(0, 10)} `);
    const visitor = `${event.subjectId} ${day} ${scan.visitor}`;
    if (!visitors.has(visitor)) {
      add(`${event.subjectId} 2 all ${day} `);
      add(`${event.subjectId} 2 week ${monday.slice(0, 10)} `);
    }
    visitors.add(visitor);
  }
  return [...totals].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Scans by people of the organization, by quarter of an hour and by day of UTC. */
function expectedTotals(scans: { scan: Scan; event: InboxEvent }[]) {
  const totals = new Map<string, { client_id: null; unit: string; at: string; total: number }>();
  for (const { scan, event } of scans)
    for (const [unit, length] of [['day', 86_400_000] as const, ['quarter', 900_000] as const]) {
      const at = new Date(Math.floor(event.happenedAt / length) * length).toISOString();
      const total = (totals.get(`${unit} ${at}`)?.total ?? 0) + 1;
      const shown = `${at.slice(0, 10)} ${at.slice(11, 19)}+00`;
      if (scan.kind === 'person') totals.set(`${unit} ${at}`, { client_id: null, unit, at: shown, total });
    }
  return [...totals].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}

async function carryOut(ctx: Context, steps: Plan['steps'], events: InboxEvent[]): Promise<void> {
  for (const step of steps) {
    if ('deliver' in step) await harness.deliver(step.deliver.flatMap((at) => events[at] ?? []));
    else if ('drains' in step) await Promise.all(Array.from({ length: step.drains }, () => harness.drain()));
    else await Promise.all([reclassify(ctx), harness.drain()]);
  }
  await harness.deliver(events);
  await harness.drain();
}

test('in whatever batches and order scans are told and drained, the figures are those of a plain count', async () => {
  await fc.assert(
    fc.asyncProperty(plan, async ({ zone, scans, steps }) => {
      const ctx = await harness.organization(zone);
      const codes = [await harness.code(ctx), await harness.code(ctx), await harness.code(ctx)];
      const now = Date.now();
      const received = scans.map((scan) => ({
        scan,
        event: scanOf(ctx, codes[scan.code] ?? '', {
          happenedAt: now - scan.minutesAgo * 60_000,
          signals: signalsOf(scan),
        }),
      }));

      await carryOut(
        ctx,
        steps,
        received.map(({ event }) => event),
      );

      const figures = await rollUps(harness, ctx);
      const days = figures.days.map((row) => [
        `${String(row['subject_id'])} ${String(row['metric'])} ${String(row['part'])} ${String(row['day'])} ${String(row['value'])}`,
        row['total'],
      ]);
      expect(days.sort(([a], [b]) => (String(a) < String(b) ? -1 : 1))).toEqual(expected(zone, received));
      expect(figures.totals).toEqual(expectedTotals(received));
      const visitors = (unit: string) =>
        figures.visitors.filter((row) => row['unit'] === unit).reduce((sum, { total }) => sum + Number(total), 0);
      const expectedVisitors = expected(zone, received)
        .filter(([key]) => / 2 all /.test(key))
        .reduce((sum, [, total]) => sum + total, 0);
      expect([visitors('day'), visitors('quarter')]).toEqual([expectedVisitors, expectedVisitors]);
      await recount(ctx, { from: '2000-01-01', to: '2100-01-01' });
      expect(await rollUps(harness, ctx)).toEqual(figures);
    }),
    { numRuns: casesOf(40) },
  );
});
