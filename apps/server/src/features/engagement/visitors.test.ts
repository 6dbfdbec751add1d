import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '#platform/context.ts';
import { deviceOf } from './device.ts';
import { engagementHandlers } from './handlers.ts';
import { forgetVisitors } from './jobs.ts';
import { createInboxHarness, type InboxHarness, iphone } from '../../../test/harness/inbox-harness.ts';
import { networkOf, saltsOf, visitorOf } from './visitors.ts';

let harness: InboxHarness;
beforeAll(async () => {
  harness = await createInboxHarness();
});
afterAll(() => harness.close());

const salts = async () =>
  (await harness.owner.query('select day::text from visitor_salts order by day')).rows.map(({ day }) => day as string);

test('a visitor is the same only on the same day, in the same organization, from the same place and with the same agent', () => {
  const [salt, tomorrow] = [randomBytes(32), randomBytes(32)];
  const signals = { address: '203.0.113.7', userAgent: iphone };
  const visitor = visitorOf(salt, 'a', signals);

  expect(visitor).toHaveLength(16);
  expect(visitorOf(salt, 'a', { ...signals })).toEqual(visitor);
  expect(visitorOf(tomorrow, 'a', signals)).not.toEqual(visitor);
  expect(visitorOf(salt, 'b', signals)).not.toEqual(visitor);
  expect(visitorOf(salt, 'a', { ...signals, address: '203.0.113.8' })).not.toEqual(visitor);
  expect(visitorOf(salt, 'a', { ...signals, userAgent: 'other' })).not.toEqual(visitor);
});

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:0DB8:0001:0002::6', '2001:db8:1:2'],
  ['2001:db8::6', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
])('%s belongs to the connection %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test('a salt is made once for everybody, for days around today only', async () => {
  const ctx = { ...(await harness.organization()), now: () => new Date('2031-05-10T12:00:00Z') };
  const days = new Set(['2031-05-07', '2031-05-09', '2031-05-10', '2031-05-11', '2031-05-12']);

  const first = await inTransaction(ctx, (ctx) => saltsOf(ctx, days));
  const second = await inTransaction(ctx, (ctx) => saltsOf(ctx, days));

  expect([...first.keys()].sort()).toEqual(['2031-05-09', '2031-05-10', '2031-05-11']);
  expect(second).toEqual(first);
});

test('a salt that was rolled back is not remembered', async () => {
  const ctx = { ...(await harness.organization()), now: () => new Date('2032-05-10T12:00:00Z') };
  const day = new Set(['2032-05-10']);
  const lost = await inTransaction(ctx, async (ctx) => {
    const salts = await saltsOf(ctx, day);
    throw Object.assign(new Error('rolled back'), { salts });
  }).catch((error: { salts: ReadonlyMap<string, Buffer> }) => error.salts);

  const kept = await inTransaction(ctx, (ctx) => saltsOf(ctx, day));

  expect(kept.get('2032-05-10')).not.toEqual(lost.get('2032-05-10'));
});

test('salts are forgotten when the second day after theirs begins', async () => {
  const ctx = { ...(await harness.organization()), now: () => new Date('2033-05-10T12:00:00Z') };
  await inTransaction(ctx, (ctx) => saltsOf(ctx, new Set(['2033-05-09', '2033-05-10', '2033-05-11'])));
  const forget = engagementHandlers().find(({ job }) => job === forgetVisitors)!;

  const now = () => new Date('2033-05-11T00:03:00Z');
  await forget.act({ database: harness.database, now }, {}, {} as never);

  expect(await salts()).toEqual(['2033-05-10', '2033-05-11']);
  expect([...(await inTransaction({ ...ctx, now }, (ctx) => saltsOf(ctx, new Set(['2033-05-09'])))).keys()]).toEqual(
    [],
  );
});

test.each([
  [iphone, 'phone'],
  [
    'Mozilla/5.0 (iPad; CPU OS 15_8 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/15.1 Mobile/15E148 Safari/604.1',
    'tablet',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36',
    'desktop',
  ],
  ['', 'other'],
  ['\u0000(((', 'other'],
] as const)('%s is a %s', (userAgent, device) => {
  expect(deviceOf(userAgent)).toBe(device);
});
