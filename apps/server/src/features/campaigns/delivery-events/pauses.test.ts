import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PauseDays } from '#platform/inbox/event.ts';
import { startDrain } from '#platform/inbox/drain.ts';
import { createDeliveryEventsHarness, eventOf, type Mailed, type DeliveryEventsHarness } from './test-harness.ts';

let harness: DeliveryEventsHarness;
beforeAll(async () => {
  harness = await createDeliveryEventsHarness();
});
afterAll(() => harness.close());

const day = 86_400_000;
const pause = (mailed: Mailed, sendId: string, pauseDays: PauseDays, at: number) =>
  eventOf(mailed, 'pause', { sendId, pauseDays }, at);
const untilOf = async (contactId: string): Promise<number | null> =>
  (await harness.rows('select mail_paused_until as until from contacts where id = $1', contactId))[0]![
    'until'
  ]?.getTime() ?? null;
const linesOf = async (contactId: string) =>
  (
    await harness.rows(
      `select type, data from contact_activity where contact_id = $1 and type like 'email.%' order by happened_at`,
      contactId,
    )
  ).map(({ type, data }) => [type, data?.days ?? null]);

test('the latest wish of a reader counts, in whatever order and however often they are told', async () => {
  const people = 60;
  const mailed = await harness.mailed(people);
  const start = Math.floor(Date.now() / 1_000) * 1_000 - 600_000;
  const stories = fc.sample(
    fc.record({
      preferences: fc.array(fc.constantFrom<PauseDays>(0, 30, 90), { minLength: 4, maxLength: 4 }),
      order: fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 }),
      again: fc.array(fc.nat(3), { minLength: 3, maxLength: 3 }),
    }),
    { numRuns: people, seed: 14 },
  );
  const received = stories.map(({ preferences, order, again }, at) => {
    const events = preferences.map((days, minute) =>
      pause(mailed, mailed.sends[at]!.sendId, days, start + minute * 60_000),
    );
    return [...order, ...again].map((index) => events[index]!);
  });

  for (let turn = 0; turn < 7; turn += 1) {
    await harness.deliver(received.map((events) => events[turn]!));
    // Told again after it was understood: the row waits once more.
    await harness.owner.query('update inbox_events set drained_at = null where organization_id = $1', [
      mailed.organizationId,
    ]);
    await harness.drain();
  }

  for (const [at, { preferences }] of stories.entries()) {
    const { contactId } = mailed.sends[at]!;
    const last = preferences[3]!;
    expect(await untilOf(contactId)).toBe(last === 0 ? null : start + 180_000 + last * day);
    expect(await linesOf(contactId)).toEqual(
      preferences.map((days) => (days === 0 ? ['email.resumed', null] : ['email.paused', days])),
    );
  }
}, 60_000);

test('of two wishes in the same millisecond the longer break wins, whichever is told first', async () => {
  const mailed = await harness.mailed(2);
  const [one, other] = mailed.sends;
  const at = Date.now() - 60_000;

  for (const [first, second] of [
    [90, 0],
    [0, 90],
  ] as const) {
    await harness.deliver([pause(mailed, one!.sendId, first, at), pause(mailed, other!.sendId, second, at)]);
    await harness.drain();
  }

  expect([await untilOf(one!.contactId), await untilOf(other!.contactId)]).toEqual([at + 90 * day, at + 90 * day]);
});

test('a break binds everybody with the address at the client whose mail it was, and nobody else', async () => {
  const clientId = randomUUID();
  const mailed = await harness.mailed(2, { clientId });
  const { organizationId } = mailed;
  const [reader, stranger] = mailed.sends;
  const { rows } = await harness.owner.query(
    `insert into contacts (organization_id, email) select organization_id, upper(email) from contacts where id = $1 returning id`,
    [reader!.contactId],
  );
  const elsewhere = (rows[0] as { id: string }).id;
  const foreign = await harness.mailed(1);

  await harness.deliver([
    pause(mailed, reader!.sendId, 30, Date.now() - 1_000),
    { ...pause(foreign, foreign.sends[0]!.sendId, 30, Date.now() - 1_000), organizationId },
    eventOf(mailed, 'pause', { sendId: stranger!.sendId, pauseDays: 365 as PauseDays }),
    eventOf(mailed, 'pause', { pauseDays: 30 }),
  ]);
  await harness.drain();

  expect(await untilOf(reader!.contactId)).not.toBeNull();
  const others = [stranger!.contactId, elsewhere, foreign.sends[0]!.contactId];
  expect(await Promise.all(others.map(untilOf))).toEqual([null, null, null]);
});

test('an unsubscribe beats a break, and its end brings nobody back', async () => {
  const mailed = await harness.mailed(1);
  const { sendId, contactId } = mailed.sends[0]!;
  const at = Date.now() - 600_000;

  await harness.deliver([
    pause(mailed, sendId, 90, at + 2_000),
    eventOf(mailed, 'unsubscribe', { sendId }, at),
    pause(mailed, sendId, 0, at + 4_000),
  ]);
  await harness.drain();

  const [contact] = await harness.rows('select status, mail_paused_until from contacts where id = $1', contactId);
  expect(contact).toEqual({ status: 'unsubscribed', mail_paused_until: null });
});

test('a break overtakes what else waits', async () => {
  const mailed = await harness.mailed(100);
  const opens = Array.from({ length: 10_000 }, (_, at) =>
    eventOf(mailed, 'open', { sendId: mailed.sends[at % 99]!.sendId }, Date.now() - 60_000 + at),
  );
  const { sendId, contactId } = mailed.sends[99]!;
  await harness.deliver([...opens, pause(mailed, sendId, 30, Date.now())]);
  const drain = startDrain({ database: harness.database, log: harness.log, handlers: harness.handlers });

  while ((await untilOf(contactId)) === null) await new Promise((resolve) => setTimeout(resolve, 20));
  const [waiting] = await harness.rows(
    'select count(*)::int as left from inbox_events where organization_id = $1 and drained_at is null',
    mailed.organizationId,
  );
  await drain.stop();

  expect(waiting!['left']).toBeGreaterThan(4_000);
}, 60_000);
