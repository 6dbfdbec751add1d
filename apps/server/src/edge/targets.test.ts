import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { publicAddress } from '@waggle/contracts/web-address';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { codeFrom, scan, startTestEdge, type TestEdge } from '../../test/harness/test-edge.ts';
import { loadConfig } from '../platform/config.ts';
import { openDatabase } from '../platform/database/database.ts';
import { createLog } from '../platform/log.ts';
import { openTargets, type Targets } from './targets.ts';

const log = createLog({ LOG_LEVEL: 'silent' }, 'test');
const nowhere = 'postgres://waggle_app@127.0.0.1:1/nobody';
const configFor = (EDGE_DATA: string, DATABASE_URL: string) =>
  loadConfig({
    PUBLIC_URL: 'http://waggle.test',
    SECRET_KEY: 'a test secret that is long enough 0123',
    SMTP_URL: 'smtp://127.0.0.1:1',
    DATABASE_URL,
    EDGE_DATA,
  });

let edge: TestEdge;
beforeAll(async () => {
  edge = await startTestEdge();
});
afterAll(() => edge.close());

const locationOf = async (code: string) => (await scan(edge, `/qr/${code}`)).headers.get('location');
const soon = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 60_000, interval: 20 });

describe('a change', () => {
  test('of the target is followed within moments', async () => {
    await edge.point('changing12', 'https://one.example.com/');
    await soon(async () => expect(await locationOf('changing12')).toBe('https://one.example.com/'));

    await edge.point('changing12', 'https://two.example.com/');

    await soon(async () => expect(await locationOf('changing12')).toBe('https://two.example.com/'));
  });

  test('a code that is gone from the database is unknown', async () => {
    await edge.point('goneSoon12', 'https://one.example.com/');
    await soon(async () => expect(await locationOf('goneSoon12')).not.toBeNull());

    await edge.db.owner.query("delete from link_targets where short_code = 'goneSoon12'");

    await soon(async () => expect((await scan(edge, '/qr/goneSoon12')).status).toBe(404));
  });

  test('a code asked for before it existed works as soon as it does', async () => {
    expect((await scan(edge, '/qr/notYetHere')).status).toBe(404);

    await edge.point('notYetHere', 'https://new.example.com/');

    await soon(async () => expect(await locationOf('notYetHere')).toBe('https://new.example.com/'));
  });

  test('is followed although its announcement was lost', async () => {
    await edge.point('missedit12', 'https://one.example.com/');
    await soon(async () => expect(await locationOf('missedit12')).toBe('https://one.example.com/'));
    await edge.db.owner.query(`set session_replication_role = replica;
      update link_targets set target_url = 'https://two.example.com/', updated_at = clock_timestamp() where short_code = 'missedit12';
      set session_replication_role = origin`);

    await edge.db.owner.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen%' and datname = current_database()",
    );

    await soon(async () => expect(await locationOf('missedit12')).toBe('https://two.example.com/'));
  });

  test('that removes a code is followed although its announcement was lost', async () => {
    await edge.point('missedGone', 'https://one.example.com/');
    await soon(async () => expect(await locationOf('missedGone')).toBe('https://one.example.com/'));
    await edge.db.owner.query(`set session_replication_role = replica;
      delete from link_targets where short_code = 'missedGone';
      set session_replication_role = origin`);

    await edge.db.owner.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen%' and datname = current_database()",
    );

    await soon(async () => expect((await scan(edge, '/qr/missedGone')).status).toBe(404));
  });
});

describe('a target that became unsafe', () => {
  const unsafeCode = (at: number) => `unsafe${codeFrom(new Uint8Array([at >> 4, at & 15]))}xx`;
  const unsafe = [
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\tscript:alert(1)',
    ' javascript:alert(1)',
    'javascript://example.com/%0aalert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:msgbox(1)',
    'file:///etc/passwd',
    'blob:https://example.com/1',
    'about:blank',
    'ftp://example.com/',
    'ws://example.com/',
    'mailto:a@example.com',
    'tel:+123',
    'intent://x#Intent;end',
    'view-source:https://example.com',
    'https://user@example.com/',
    'https://user:pass@example.com/',
    'https://example.com@evil.example/',
    'https://:p@example.com/',
    'http://127.0.0.1/',
    'http://127.1/',
    'http://0x7f000001/',
    'http://2130706433/',
    'http://017700000001/',
    'http://0/',
    'http://0.0.0.0/',
    'http://[::1]/',
    'http://[::ffff:7f00:1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[2002:7f00:1::]/',
    'http://[fe80::1]/',
    'http://[fc00::1]/',
    'http://169.254.169.254/latest/',
    'http://100.64.0.1/',
    'http://10.0.0.1/',
    'http://192.168.1.1/',
    'http://172.16.0.1/',
    'http://224.0.0.1/',
    'http://localhost/',
    'http://localhost./',
    'http://a.localhost/',
    'http://printer.local/',
    'http://db.internal/',
    'http://intranet/',
    'https://example.com:0/',
    'https://example.com:22/',
    'https://example.com:25/',
    'https://example.com:65536/',
    'https://example.com:6667/',
    'https://',
    'http:///',
    '//evil.example/',
    '/relative',
    'evil.example',
    '',
    'https://exa mple.com/',
    'https://example.com%00.evil/',
    'https://[::1',
    `https://example.com/${'\u00fc'.repeat(400)}`,
  ];

  test('sends nobody anywhere, for 60 addresses', async () => {
    expect(unsafe).toHaveLength(60);
    for (const [at, url] of unsafe.entries()) await edge.point(unsafeCode(at), url);

    const answers = await Promise.all(unsafe.map((_, at) => scan(edge, `/qr/${unsafeCode(at)}`)));

    expect(answers.map(({ status, headers }) => [status, headers.get('location')])).toEqual(
      unsafe.map(() => [410, null]),
    );
  });

  test('what is odd and safe goes out as browsers write it, in one line of plain letters', async () => {
    const odd = [
      [
        'https://b\u00fccher.example.com/\u00fc?\u00fc#\u00fc',
        'https://xn--bcher-kva.example.com/%C3%BC?%C3%BC#%C3%BC',
      ],
    ] as const;
    for (const [at, [url]] of odd.entries()) await edge.point(`oddoddoo${at + 1}`, url);

    expect(await Promise.all(odd.map((_, at) => locationOf(`oddoddoo${at + 1}`)))).toEqual(odd.map(([, href]) => href));
    expect(odd.every(([url, href]) => publicAddress(url) === href)).toBe(true);
  });
});

describe('the copy', () => {
  const opened: { targets: Targets; end: () => Promise<void> }[] = [];
  const openCopy = (folder: string, url: string) => {
    const config = configFor(folder, url);
    const database = openDatabase(config);
    const targets = openTargets(config, database, log, { formIn: () => null, storedOf: (formId) => formId });
    const end = async () => {
      await targets.close();
      await database.close();
    };
    opened.push({ targets, end });
    return { targets, end };
  };

  test('answers at once after a restart while the database is away', async () => {
    const folder = join(edge.folder, 'restart');
    await edge.point('restarts12', 'https://example.com/kept');
    const first = openCopy(folder, edge.db.appUrl);
    await soon(async () => expect(first.targets.isComplete()).toBe(true));
    await first.end();

    const second = openCopy(folder, nowhere);

    expect(second.targets.find('restarts12')?.location).toBe('https://example.com/kept');
    expect(second.targets.isComplete()).toBe(true);
    expect(await second.targets.ask('neverSeen1')).toBe('unavailable');
    await second.end();
  });

  test('forgets on the first walk what was deleted while it slept', async () => {
    const folder = join(edge.folder, 'walk');
    await edge.point('sweeping12', 'https://example.com/');
    const first = openCopy(folder, edge.db.appUrl);
    await soon(async () => expect(first.targets.find('sweeping12')).toBeDefined());
    await first.end();
    await edge.db.owner.query("delete from link_targets where short_code = 'sweeping12'");

    const second = openCopy(folder, edge.db.appUrl);

    await soon(async () => expect(second.targets.find('sweeping12')).toBeUndefined());
    await second.end();
  });

  test('that cannot be read is made anew', async () => {
    const folder = join(edge.folder, 'walk');
    writeFileSync(join(folder, 'targets.sqlite'), randomBytes(20_000));
    await edge.point('repaired12', 'https://example.com/');

    const { targets, end } = openCopy(folder, edge.db.appUrl);

    await soon(async () => expect(targets.find('repaired12')).toBeDefined());
    await end();
  });

  test('belongs to one process', () => {
    expect(() => openCopy(edge.folder, nowhere)).toThrow('each edge process needs a folder of its own');
  });

  test('is not met by a million guesses', async () => {
    const { targets, end } = openCopy(join(edge.folder, 'restart'), nowhere);
    let hits = 0;
    for (let draw = 0; draw < 1_000; draw += 1) {
      const codes = codeFrom(randomBytes(10_000));
      for (let at = 0; at < 10_000; at += 10) if (targets.find(codes.slice(at, at + 10)) !== undefined) hits += 1;
    }

    expect(hits).toBe(0);
    await end();
  });
});
