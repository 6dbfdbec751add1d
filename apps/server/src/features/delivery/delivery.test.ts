import { fork } from 'node:child_process';
import { once } from 'node:events';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/harness/test-database.ts';
import { reminderTables } from '../../../test/delivery/reminder-ledger.ts';
import { type FakeSmtp, type Rulings, startFakeSmtp } from '../../../test/sending/fake-smtp.ts';

const worker = fileURLToPath(new URL('../../../test/delivery/reminder-worker.ts', import.meta.url));
/** Send workers in one process: so many emails may be in doubt after it was killed. */
const connections = 5;

let db: TestDatabase;
let fakeSmtp: FakeSmtp;
let workers: ReturnType<typeof fork>[] = [];
beforeAll(async () => {
  db = await createTestDatabase();
  await db.owner.query(reminderTables);
});
afterEach(async () => {
  await Promise.all(workers.map((child) => end(child, 'SIGTERM')));
  workers = [];
  await fakeSmtp.close();
});
afterAll(() => db.drop());

async function sendWith(rulings: Rulings, processes: number): Promise<void> {
  fakeSmtp = await startFakeSmtp(rulings);
  workers = Array.from({ length: processes }, () => fork(worker, [db.appUrl, String(fakeSmtp.port)], { execArgv: [] }));
}

async function end(child: ReturnType<typeof fork>, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill(signal);
  await gone;
}

async function reminders(people: number): Promise<string> {
  const { rows } = await db.owner.query<{ id: string }>(
    `with list as (insert into reminder_lists (organization_id) values ($1) returning id),
       people as (insert into reminders (list_id, address) select id, 'p' || n || '@' || id || '.example' from list, generate_series(1, $2::int) n)
     select id from list`,
    [randomUUID(), people],
  );
  return rows[0]!.id;
}

type Row = { address: string; state: string; suppressed: boolean };
const rowsOf = async (listId: string): Promise<Row[]> =>
  (
    await db.owner.query<Row>('select address, state, suppressed from reminders where list_id = $1 order by address', [
      listId,
    ])
  ).rows;
const list = async (listId: string): Promise<{ held: string | null; is_done: boolean }> =>
  (await db.owner.query('select held, is_done from reminder_lists where id = $1', [listId])).rows[0];
const until = (holds: () => void | Promise<void>) => vi.waitFor(holds, { timeout: 60_000, interval: 20 });
const timesReceived = () => Map.groupBy(fakeSmtp.received, ({ to }) => to);

test('a ledger that is not of campaigns reaches everybody once, with a worker killed while it sends', async () => {
  const listId = await reminders(400);

  await sendWith({ beforeAnswer: () => new Promise((resolve) => setTimeout(resolve, 10)) }, 2);
  await until(() => expect(fakeSmtp.received.length).toBeGreaterThan(100));
  await end(workers[0]!, 'SIGKILL');
  const atKill = fakeSmtp.received.length;
  await until(async () => expect((await list(listId)).is_done).toBe(true));

  const rows = await rowsOf(listId);
  const [accepted, uncertain] = ['accepted', 'uncertain'].map((state) => rows.filter((row) => row.state === state));
  expect(atKill).toBeLessThan(400);
  expect(accepted!.length + uncertain!.length).toBe(400);
  expect(uncertain!.length).toBeLessThanOrEqual(connections);
  expect(Math.max(...[...timesReceived().values()].map((mails) => mails.length))).toBe(1);
  expect(accepted!.filter(({ address }) => !timesReceived().has(address))).toEqual([]);
});

test('an email whose answer never came is uncertain, and one for a mailbox that does not exist is suppressed', async () => {
  const listId = await reminders(20);

  await sendWith(
    {
      recipient: (to) => (to.startsWith('p1@') ? [550, '5.1.1 unknown'] : undefined),
      message: (to) => (to.startsWith('p2@') ? 'keep-and-hang-up' : 'accept'),
    },
    1,
  );
  await until(async () => expect((await list(listId)).is_done).toBe(true));

  const ends = (await rowsOf(listId)).map(({ address, state, suppressed }) => [
    address.split('@')[0],
    state,
    suppressed,
  ]);
  expect(ends.filter(([, state]) => state !== 'accepted')).toEqual([
    ['p1', 'failed', true],
    ['p2', 'uncertain', false],
  ]);
  expect(Math.max(...[...timesReceived().values()].map((mails) => mails.length))).toBe(1);
});

test('a server that does not trust the sender holds the list and costs nobody an attempt', async () => {
  const listId = await reminders(30);

  await sendWith({ message: () => [550, '5.7.515 Access denied'] }, 1);
  await until(async () => expect((await list(listId)).held).toBe('sender-untrusted'));
  await until(async () =>
    expect((await rowsOf(listId)).map(({ state }) => state)).toEqual(Array<string>(30).fill('pending')),
  );

  const { rows } = await db.owner.query('select max(attempts) as most from reminders where list_id = $1', [listId]);
  expect(rows).toEqual([{ most: 0 }]);
});
