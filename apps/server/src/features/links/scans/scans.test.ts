import { deleteFigures } from '#features/engagement/index.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Context } from '#platform/context.ts';
import { recount } from './recount.ts';
import { scanStats, trendsOf } from './stats.ts';
import { machine, person, scanOf } from '../../../../test/harness/inbox-harness.ts';
import { createScanHarness, rollUps, type ScanHarness } from './test-harness.ts';

let harness: ScanHarness;
beforeAll(async () => {
  harness = await createScanHarness((address) => (address.startsWith('203.') ? 'DE' : null));
});
afterAll(() => harness.close());

const events = async ({ organizationId }: Context) =>
  (
    await harness.owner.query('select * from engagement_events where organization_id = $1 order by id', [
      organizationId,
    ])
  ).rows as Record<string, unknown>[];
const waiting = async ({ organizationId }: Context): Promise<number> =>
  (
    await harness.owner.query(
      'select count(*)::int from inbox_events where organization_id = $1 and drained_at is null',
      [organizationId],
    )
  ).rows[0].count;
const all = { from: '2000-01-01', to: '2100-01-01' };
const stats = (ctx: Context, subjectId: string) => scanStats(ctx, { subjectId, period: '7d', locates: true });

test('fifty scans of one visitor at once are fifty scans and one visitor', async () => {
  const ctx = await harness.organization();
  const subjectId = await harness.code(ctx);
  const scans = Array.from({ length: 50 }, () => scanOf(ctx, subjectId));

  await Promise.all(scans.map((scan) => harness.deliver([scan]).then(() => harness.drain())));
  await harness.drain();

  expect(await stats(ctx, subjectId)).toMatchObject({ scans: 50, newVisitors: 1, machine: 0, unsure: 0 });
});

test('a scan told twice counts once, drained or not', async () => {
  const ctx = await harness.organization();
  const subjectId = await harness.code(ctx);
  const scan = scanOf(ctx, subjectId);

  await harness.deliver([scan]);
  await harness.deliver([scan]);
  await harness.drain();
  await harness.deliver([scan]);
  await harness.drain();

  expect(await stats(ctx, subjectId)).toMatchObject({ scans: 1, newVisitors: 1 });
});

test('what is kept names no address and no user agent', async () => {
  const ctx = await harness.organization();
  const subjectId = await harness.code(ctx);
  const secret = { ...person, address: '203.0.113.199', userAgent: `${person.userAgent} Zx81Zx81` };

  await harness.deliver([scanOf(ctx, subjectId, { signals: secret })]);
  await harness.drain();

  const kept = JSON.stringify([await events(ctx), await rollUps(harness, ctx)]);
  expect(kept).toContain(subjectId);
  for (const word of ['203.0.113', 'Zx81', 'Safari', 'iPhone', Buffer.from('203.0.113.199').toString('hex')]) {
    expect(kept).not.toContain(word);
  }
});

test('machines are counted apart, with the reason', async () => {
  const ctx = await harness.organization();
  const subjectId = await harness.code(ctx);

  await harness.deliver([scanOf(ctx, subjectId), scanOf(ctx, subjectId, { signals: machine })]);
  await harness.drain();

  const found = await stats(ctx, subjectId);
  expect(found).toMatchObject({ scans: 1, newVisitors: 1, machine: 1, locates: true });
  expect(found.devices).toEqual([{ device: 'phone', scans: 1 }]);
  expect(found.countries).toEqual([{ country: 'DE', scans: 1 }]);
  expect((await events(ctx)).map(({ label_reason }) => String(label_reason)).sort()).toEqual([
    'browser',
    'http-library',
  ]);
});

test('the order of arrival changes no figure of a day', async () => {
  const zone = 'America/Los_Angeles';
  const [forward, backward] = [await harness.organization(zone), await harness.organization(zone)];
  const [there, here] = [await harness.code(forward), await harness.code(backward)];
  const hour = 3_600_000;
  const start = Date.now() - 19 * hour;
  const times = Array.from({ length: 10 }, (_, at) => start + at * 2 * hour);

  for (const happenedAt of times) {
    await harness.deliver([scanOf(forward, there, { happenedAt })]);
    await harness.drain();
  }
  for (const happenedAt of times.toReversed()) {
    await harness.deliver([scanOf(backward, here, { happenedAt })]);
    await harness.drain();
  }

  expect((await stats(forward, there)).days).toEqual((await stats(backward, here)).days);
});

test('two drains at once do not count anything twice', async () => {
  const ctx = await harness.organization();
  const codes = await Promise.all(Array.from({ length: 5 }, () => harness.code(ctx)));
  await harness.deliver(Array.from({ length: 400 }, (_, at) => scanOf(ctx, codes[at % 5] ?? '')));

  await Promise.all(Array.from({ length: 8 }, () => harness.drain()));
  await harness.drain();

  const { codes: counted } = await rollUps(harness, ctx);
  expect(counted.map(({ scans }) => scans)).toEqual([80, 80, 80, 80, 80]);
  expect(await waiting(ctx)).toBe(0);
});

test('scans of a code deleted before they are drained leave nothing', async () => {
  const ctx = await harness.organization();
  const [kept, deleted] = [await harness.code(ctx), await harness.code(ctx)];
  await harness.deliver([scanOf(ctx, kept), scanOf(ctx, deleted)]);

  await harness.owner.query('delete from qr_codes where id = $1', [deleted]);
  await harness.drain();

  expect((await events(ctx)).map(({ subject_id }) => subject_id)).toEqual([kept]);
  expect(await waiting(ctx)).toBe(0);
});

test('the figures of a code go with it, and those of others stay', async () => {
  const ctx = await harness.organization();
  const [kept, deleted] = [await harness.code(ctx), await harness.code(ctx)];
  await harness.deliver([scanOf(ctx, kept), scanOf(ctx, deleted)]);
  await harness.drain();

  await harness.owner.query('delete from qr_codes where id = $1', [deleted]);
  await deleteFigures(ctx, deleted);

  const left = JSON.stringify([await events(ctx), await rollUps(harness, ctx)]);
  expect(left).not.toContain(deleted);
  expect(left).toContain(kept);
});

test('scans of an organization deleted meanwhile leave nothing and hold nobody up', async () => {
  const [gone, other] = [await harness.organization(), await harness.organization()];
  const [subjectId, otherCode] = [await harness.code(gone), await harness.code(other)];
  await harness.deliver([scanOf(gone, subjectId)]);
  await harness.drain();

  await harness.owner.query('delete from organizations where id = $1', [gone.organizationId]);
  await harness.deliver([scanOf(gone, subjectId), scanOf(other, otherCode)]);
  await harness.drain();

  expect(await events(gone)).toEqual([]);
  expect(await rollUps(harness, gone)).toEqual({ hours: [], days: [], totals: [], visitors: [], codes: [] });
  expect(await waiting(gone)).toBe(0);
  expect(await stats(other, otherCode)).toMatchObject({ scans: 1 });
});

test('a visitor who comes after the salt of the day is forgotten is a visitor of its own', async () => {
  const ctx = await harness.organization();
  const subjectId = await harness.code(ctx);
  const happenedAt = Date.now() - 3 * 86_400_000;
  await harness.owner.query('select keep_partitions()');
  for (const back of [2, 3, 4]) {
    const day = new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10);
    const next = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
    await harness.owner.query(
      `create table if not exists inbox_events_${day.replaceAll('-', '')} partition of inbox_events for values from ('${day}') to ('${next}')`,
    );
  }

  await harness.deliver([scanOf(ctx, subjectId, { happenedAt }), scanOf(ctx, subjectId, { happenedAt })]);
  await harness.drain();

  expect(await stats(ctx, subjectId)).toMatchObject({ scans: 2, newVisitors: 2 });
  expect((await events(ctx)).map(({ visitor }) => visitor)).toEqual([null, null]);
});

test('a recount equals what was added up, and running it changes nothing', async () => {
  const ctx = await harness.organization('Asia/Kolkata');
  const codes = [await harness.code(ctx), await harness.code(ctx)];
  const scans = Array.from({ length: 200 }, (_, at) =>
    scanOf(ctx, codes[at % 2] ?? '', {
      happenedAt: Date.now() - at * 400_000,
      signals: at % 7 === 0 ? machine : { ...person, address: `203.0.113.${at % 9}` },
    }),
  );
  await harness.deliver(scans);
  await harness.drain();
  const added = await rollUps(harness, ctx);

  await recount(ctx, all);

  expect(await rollUps(harness, ctx)).toEqual(added);
});

test('a recount repairs what somebody has spoilt', async () => {
  const ctx = await harness.organization();
  const subjectId = await harness.code(ctx);
  await harness.deliver([scanOf(ctx, subjectId), scanOf(ctx, subjectId)]);
  await harness.drain();
  const right = await rollUps(harness, ctx);
  await harness.owner.query('update stat_days set total = 99 where organization_id = $1', [ctx.organizationId]);
  await harness.owner.query('update qr_codes set scans = 7 where id = $1', [subjectId]);

  await recount(ctx, all);

  expect(await rollUps(harness, ctx)).toEqual(right);
});

test('the trend of a code has thirty days and ends today', async () => {
  const ctx = await harness.organization();
  const [scanned, quiet] = [await harness.code(ctx), await harness.code(ctx)];
  await harness.deliver([scanOf(ctx, scanned, { happenedAt: Date.now() })]);
  await harness.drain();

  const trends = await trendsOf(ctx, [scanned, quiet]);

  expect(trends.get(scanned)).toEqual([...Array.from({ length: 29 }, () => 0), 1]);
  expect(trends.get(quiet)).toHaveLength(30);
});

test('the first day of a code is told hour by hour on the clock of the organization', async () => {
  const ctx = await harness.organization('Asia/Kathmandu');
  const subjectId = await harness.code(ctx);
  const hour = 3_600_000;
  const now = Date.now();

  await harness.deliver([
    scanOf(ctx, subjectId, { happenedAt: now - 3 * hour }),
    scanOf(ctx, subjectId, { happenedAt: now - 3 * hour }),
    scanOf(ctx, subjectId, { happenedAt: now }),
  ]);
  await harness.drain();

  const { hours } = await stats({ ...ctx, now: () => new Date(now) }, subjectId);
  expect(hours).toHaveLength(24);
  expect(hours?.at(-1)).toMatchObject({ scans: 1 });
  expect(hours?.at(-4)).toMatchObject({ scans: 2, newVisitors: 1 });
  // Nepal is 5:45 ahead, so its hours begin at a quarter past.
  expect(hours?.every(({ at }) => new Date(at).getUTCMinutes() === 15)).toBe(true);
});

test('a code scanned before the last 24 hours, or never, is told by days alone', async () => {
  const ctx = await harness.organization();
  const [older, unseen] = [await harness.code(ctx), await harness.code(ctx)];

  await harness.deliver([
    scanOf(ctx, older, { happenedAt: Date.now() - 26 * 3_600_000 }),
    scanOf(ctx, older, { happenedAt: Date.now() }),
  ]);
  await harness.drain();

  expect((await stats(ctx, older)).hours).toBeNull();
  expect((await stats(ctx, unseen)).hours).toBeNull();
});
