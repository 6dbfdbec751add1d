import { EventEmitter } from 'node:events';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/harness/test-database.ts';
import { copyOut } from './copy-out.ts';
import { type Bytes, CopyStream } from './copy-stream.ts';
import { type Database, openDatabase } from './database.ts';

const asItIs = (row: Bytes, out: Bytes): void => {
  out.at += row.buffer.copy(out.buffer, out.at, row.at, row.end);
};

function message(letter: string, content: string | Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(letter, 'latin1');
  head.writeUInt32BE(4 + Buffer.byteLength(content), 1);
  return Buffer.concat([head, Buffer.from(content)]);
}
const begin = message('H', '\0\0\0');
const end = Buffer.concat([message('c', ''), message('C', 'COPY\0'), message('Z', 'I')]);

class Socket extends EventEmitter {
  paused = false;
  pause() {
    this.paused = true;
  }
  resume() {
    this.paused = false;
  }
}

/** A copy between a socket without a server and a reader like pg's, which is told of the end by whole messages. */
function copyBetween() {
  const socket = new Socket();
  const copy = new CopyStream('copy', 1_000, asItIs);
  const passed: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => {
    passed.push(chunk);
    if (chunk[0] === 0x5a) copy.handleReadyForQuery();
    if (chunk[0] === 0x45) copy.handleError(Object.assign(new Error('refused'), { severity: 'ERROR' }));
  });
  copy.submit({ stream: socket, query: () => {} } as unknown as pg.Connection);
  return {
    socket,
    copy,
    passed: () => Buffer.concat(passed).toString('latin1'),
    send: (chunk: Buffer) => chunk.length > 0 && socket.emit('data', chunk),
  };
}

describe('rows on the wire', () => {
  const rows = ['"a","b"\n', '"é","☕"\n', '""\n'];
  const notice = message('N', 'SNOTICE\0');
  const next = message('S', 'client_encoding\0UTF8\0');
  const [first, ...others] = rows.map((row) => message('d', row));
  const sent = Buffer.concat([begin, first!, notice, ...others, end, next]);
  const otherMessages = Buffer.concat([begin, notice, end, next]).toString('latin1');

  test('are the same wherever the network cuts them', async () => {
    for (let cut = 0; cut <= sent.length; cut += 1) {
      const { copy, passed, send } = copyBetween();
      send(sent.subarray(0, cut));
      send(sent.subarray(cut));

      expect([cut, await text(copy), passed()]).toEqual([cut, rows.join(''), otherMessages]);
    }
  });

  test('are the same byte by byte', async () => {
    const { copy, passed, send, socket } = copyBetween();
    for (const byte of sent) send(Buffer.from([byte]));

    expect([await text(copy), passed()]).toEqual([rows.join(''), otherMessages]);
    expect(socket.listenerCount('data')).toBe(1);
  });

  test('may be larger than a piece', async () => {
    const large = ['x', 'y'].map((letter) => `"${letter.repeat(200_000)}"\n`);
    const { copy, send } = copyBetween();
    const all = [rows[0]!, large[0]!, rows[1]!, large[1]!];
    const bytes = Buffer.concat([begin, ...all.map((row) => message('d', row)), end]);
    for (let at = 0; at < bytes.length; at += 65_536) send(bytes.subarray(at, at + 65_536));

    expect(await text(copy)).toBe(all.join(''));
  });

  test('leave the socket open for what follows a refusal, also when nobody has read them', () => {
    const { copy, send, socket } = copyBetween();
    copy.on('error', () => {});
    const many = Array.from({ length: 4 }, () => message('d', 'x'.repeat(100_000)));
    const pause = vi.spyOn(socket, 'pause');
    send(Buffer.concat([begin, ...many, message('E', 'SERROR\0')]));

    expect(pause).toHaveBeenCalled();
    expect(socket.paused).toBe(false);
  });
});

describe('a copy from the database', () => {
  let db: TestDatabase;
  let database: Database;
  beforeAll(async () => {
    db = await createTestDatabase();
    database = openDatabase({
      DATABASE_URL: db.appUrl,
      DATABASE_POOL_SIZE: 1,
      DATABASE_STATEMENT_TIMEOUT_MS: 5_000,
      DATABASE_PREPARED_STATEMENTS: true,
    });
  });
  afterAll(async () => {
    await database.close();
    await db.drop();
  });

  const tenant = () => database.tenant({ organizationId: '01900000-0000-7000-8000-000000000001' });
  const process = async () =>
    (await database.pool.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]!.pid;

  test.each([
    ['at once', sql`select 1 / (5 - n) from generate_series(1, 10) n`],
    ['after megabytes', sql`select repeat('x', 1000), 1 / (5000 - n) from generate_series(1, 10000) n`],
  ])('that fails %s leaves a connection that can be used', async (_, query) => {
    const before = await process();

    await expect(text(copyOut(tenant(), query))).rejects.toThrow('division by zero');

    expect(await process()).toBe(before);
    expect(await text(copyOut(tenant(), sql`select n from generate_series(1, 3) n`))).toBe('"1"\n"2"\n"3"\n');
    expect(await process()).toBe(before);
  });

  test('that nobody reads to the end is ended with its connection', async () => {
    const before = await process();

    for await (const piece of copyOut(tenant(), sql`select repeat('x', 1000) from generate_series(1, 1000000)`)) {
      expect(piece.length).toBeGreaterThan(0);
      break;
    }

    expect(await process()).not.toBe(before);
    await vi.waitFor(
      async () => {
        const { rows } = await db.owner.query('select from pg_stat_activity where pid = $1', [before]);
        expect(rows).toHaveLength(0);
      },
      { timeout: 60_000, interval: 50 },
    );
  });
});
