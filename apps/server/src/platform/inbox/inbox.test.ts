import { randomUUID } from 'node:crypto';
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/harness/test-database.ts';
import { type Database, openDatabase } from '../database/database.ts';
import { createLog } from '../log.ts';
import { openInbox } from './append.ts';
import type { InboxEvent } from './event.ts';
import { createUuidV7 } from '../uuid-v7.ts';
import { openSpool } from './spool.ts';

const log = createLog({ LOG_LEVEL: 'silent' }, 'test');
const nextId = createUuidV7();
const organizationId = randomUUID();
const event = (over: Partial<InboxEvent> = {}): InboxEvent => ({
  id: nextId(),
  organizationId,
  clientId: null,
  kind: 'scan',
  subjectId: randomUUID(),
  happenedAt: Date.now(),
  signals: { address: '192.0.2.1' },
  ...over,
});

let db: TestDatabase;
let there: Database;
let away: Database;
let folder: string;
beforeAll(async () => {
  db = await createTestDatabase();
  const settings = { DATABASE_POOL_SIZE: 4, DATABASE_STATEMENT_TIMEOUT_MS: 5_000 };
  there = openDatabase({ ...settings, DATABASE_URL: db.appUrl });
  away = openDatabase({ ...settings, DATABASE_URL: 'postgres://waggle_app@127.0.0.1:1/nobody' });
});
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'waggle-spool-'));
  await db.owner.query('delete from inbox_events');
  return () => rmSync(folder, { recursive: true, force: true });
});
afterAll(async () => {
  await there.close();
  await away.close();
  await db.drop();
});

const ids = async () =>
  (await db.owner.query('select id from inbox_events order by id')).rows.map(({ id }) => id as string);
const files = () => readdirSync(folder).filter((name) => /^\d/.test(name));

describe('the inbox', () => {
  test('holds every event after it was closed, whatever strangers sent', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.string({ unit: 'binary' }), { maxLength: 20 }), async (texts) => {
        await db.owner.query('delete from inbox_events');
        const inbox = await openInbox(there, folder, log);
        // What the edge lets through: no control characters and no half of a pair.
        const events = texts.map((text) =>
          event({ signals: { address: '192.0.2.1', userAgent: text.toWellFormed().replaceAll('\0', '') } }),
        );
        for (const each of events) inbox.append(each);
        await inbox.close();

        const { rows } = await db.owner.query('select id, payload from inbox_events order by id');
        expect(rows).toEqual(events.map(({ id, signals }) => ({ id, payload: signals })));
      }),
      { numRuns: 30 },
    );
  });

  test('stands in the partition of its own day', async () => {
    const yesterday = Date.now() - 86_400_000;
    const inbox = await openInbox(there, folder, log);
    inbox.append(event({ happenedAt: yesterday }));
    await inbox.close();

    const { rows } = await db.owner.query('select received_on::text, happened_at from inbox_events');

    expect(rows).toEqual([
      { received_on: new Date(yesterday).toISOString().slice(0, 10), happened_at: new Date(yesterday) },
    ]);
  });

  test('F28: loses nothing while neither the database nor the disk takes anything for some seconds', async () => {
    const inbox = await openInbox(away, folder, log);
    inbox.append(event());
    await vi.waitFor(() => expect(files()).toHaveLength(1), { timeout: 60_000 });
    // The first try to tell it ends that file: the next one cannot be begun.
    await pause(1_500);
    renameSync(folder, `${folder}-gone`);
    // More moments than batches may wait.
    for (let moment = 0; moment < 230; moment += 1) {
      inbox.append(event());
      await pause(30);
    }
    renameSync(`${folder}-gone`, folder);

    const kept = () => files().flatMap((name) => readFileSync(join(folder, name), 'utf8').match(/"id":"[^"]+"/g) ?? []);
    await vi.waitFor(() => expect(new Set(kept()).size).toBe(231), { timeout: 60_000 });
    await inbox.close();
  });

  test('keeps events on disk while the database is away and tells them later, once and in order', async () => {
    const events = Array.from({ length: 4_500 }, () => event());
    const first = await openInbox(away, folder, log);
    for (const each of events.slice(0, 4_000)) first.append(each);
    await first.close();
    expect(await ids()).toEqual([]);

    const second = await openInbox(there, folder, log);
    for (const each of events.slice(4_000)) second.append(each);
    await vi.waitFor(() => expect(files()).toEqual([]), { timeout: 60_000 });
    await second.close();

    expect(await ids()).toEqual(events.map(({ id }) => id));
  });

  test('takes an event that is told again for the same', async () => {
    const events = [event(), event()];
    for (const name of ['0000000000000001.jsonl', '0000000000000002.jsonl']) {
      writeFileSync(join(folder, name), `${JSON.stringify(events)}\n`);
    }
    const inbox = await openInbox(there, folder, log);
    await vi.waitFor(() => expect(files()).toEqual([]), { timeout: 60_000 });
    await inbox.close();

    expect(await ids()).toEqual(events.map(({ id }) => id));
  });

  test('sets aside what the database will never take, and holds nobody else up', async () => {
    const good = [event(), event(), event()];
    const old = event({ happenedAt: Date.now() - 30 * 86_400_000 });
    const poison = event({ signals: { address: 'a', userAgent: '\0' } });
    const future = event({ happenedAt: Date.now() + 30 * 86_400_000 });
    writeFileSync(
      join(folder, '0000000000000001.jsonl'),
      `${JSON.stringify([good[0], old, poison, good[1], future])}\n`,
    );
    writeFileSync(join(folder, '0000000000000002.jsonl'), `${JSON.stringify([good[2]])}\n`);

    const inbox = await openInbox(there, folder, log);
    await vi.waitFor(() => expect(files()).toEqual([]), { timeout: 60_000 });
    await inbox.close();

    // P9: whatever its date, an event has a place; only what no database would take is set aside.
    expect(new Set(await ids())).toEqual(new Set([...good, old, future].map(({ id }) => id)));
    const aside = readFileSync(join(folder, 'aside.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .flatMap((line) => JSON.parse(line));
    expect(aside.map(({ id }) => id)).toEqual([poison.id]);
  });
});

describe('the spool', () => {
  const everything = async () => {
    const spool = await openSpool(folder, log);
    const received: string[] = [];
    for (let name = await spool.oldest(); name !== undefined; name = await spool.oldest()) {
      for await (const { events } of spool.batches(name)) received.push(...events.map(({ id }) => id));
      await spool.done(name);
    }
    return received;
  };

  test('tells whole batches and leaves a torn one out, wherever the tear is', async () => {
    const batches = [[event()], [event(), event()]];
    const torn = JSON.stringify([event()]);
    for (let at = 0; at < torn.length; at += 1) {
      rmSync(folder, { recursive: true, force: true });
      const spool = await openSpool(folder, log);
      for (const batch of batches) await spool.append(JSON.stringify(batch), batch.length);
      await spool.close();
      appendFileSync(join(folder, files()[0]!), torn.slice(0, at));

      expect(await everything()).toEqual(batches.flat().map(({ id }) => id));
    }
  });

  test('goes on behind a torn line', async () => {
    writeFileSync(join(folder, '0000000000000001.jsonl'), '[{"id":"half');
    const behind = event();
    const spool = await openSpool(folder, log);
    await spool.append(JSON.stringify([behind]), 1);
    await spool.close();

    expect(await everything()).toEqual([behind.id]);
  });

  test('says how much waits and for how long, also what an earlier process left', async () => {
    const first = await openSpool(folder, log);
    await first.append(JSON.stringify([event(), event()]), 2);
    expect([first.events, first.isEmpty]).toEqual([2, false]);
    await first.close();

    const second = await openSpool(folder, log);

    await vi.waitFor(() => expect(second.events).toBe(2), { timeout: 60_000 });
    expect(second.oldestSeconds()).toBeGreaterThanOrEqual(0);
    expect(second.oldestSeconds()).toBeLessThan(10);
  });
});

describe('ids of events', () => {
  test('are unique, of version 7, and in the order they were made, even when the clock is set back', () => {
    let clock = 1_700_000_000_000;
    const next = createUuidV7(() => (clock += Math.floor(clock / 7) % 3 === 0 ? -2 : 1));
    const made = Array.from({ length: 20_000 }, () => next());

    expect(new Set(made).size).toBe(made.length);
    expect([...made].sort()).toEqual(made);
    expect(made.every((id) => /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id))).toBe(
      true,
    );
  });
});
