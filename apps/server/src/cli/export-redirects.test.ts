import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { freePort } from '../../test/harness/postgres.ts';
import { createTestDatabase, type TestDatabase } from '../../test/harness/test-database.ts';
import { type Database, openDatabase } from '../platform/database/database.ts';
import { exportRedirects } from './export-redirects.ts';

/** Addresses that mean something to HTML, to nginx or to both. */
const hostile = [
  'https://example.com/?a=$host&b=${uri}&c=$1$$',
  'https://example.com/?q="><script>alert(1)</script>',
  "https://example.com/'onmouseover='x",
  'https://example.com/?back\\slash\\"quote\\n',
  'https://example.com/;return 200;}',
  'https://example.com/{a}#{b}',
  'https://example.com/#frag"ment$x',
  'https://example.com/%0d%0aSet-Cookie:x',
  'https://example.com/a,b;c url=https://evil.example',
  `https://example.com/?${'$'.repeat(1_500)}`,
  `https://example.com/?${'\\'.repeat(1_500)}`,
  'https://b\u00fccher.example.com/\u00fc',
];
const twins = { TwinTwin12: 'https://example.com/one', twintwin12: 'https://example.com/two' };

let db: TestDatabase;
let database: Database;
let nginx: ChildProcess;
let origin: string;
const scratch = mkdtempSync(join(tmpdir(), 'waggle-export-'));
const folder = join(scratch, 'site');
const expected = new Map<string, string>(Object.entries(twins));

beforeAll(async () => {
  db = await createTestDatabase();
  database = openDatabase({ DATABASE_URL: db.appUrl, DATABASE_POOL_SIZE: 2, DATABASE_STATEMENT_TIMEOUT_MS: 5_000 });
  hostile.forEach((url, at) => expected.set(`hostiLe${at + 11}`.replaceAll('0', 'z').replaceAll('L', 'M'), url));
  for (let at = 0; at < 1_200; at += 1)
    expected.set(`many${String(at + 1_111).replaceAll('0', 'x')}Code`, `https://example.com/${at}`);
  await db.owner.query(
    `with house as (insert into organizations (name) values ('Codes') returning id)
     insert into link_targets (short_code, organization_id, kind, ref_id, target_url, is_active)
     select code, house.id, 'qr', gen_random_uuid(), url, active
     from house, unnest($1::text[], $2::text[], $3::boolean[]) as row (code, url, active)`,
    [
      [...expected.keys(), 'inactive12', 'unsafe1234', 'deMeted123'],
      [...expected.values(), 'https://example.com/', 'javascript:alert(1)', null],
      [...[...expected].map(() => true), false, true, false],
    ],
  );
  await exportRedirects(database, folder);
  await startNginx();
});
afterAll(async () => {
  nginx.kill('SIGKILL');
  await database.close();
  await db.drop();
  rmSync(scratch, { recursive: true, force: true });
});

async function startNginx(): Promise<void> {
  const port = await freePort();
  origin = `http://127.0.0.1:${port}`;
  const rules = readFileSync(join(folder, 'nginx.conf'), 'utf8').replace('listen 80', `listen 127.0.0.1:${port}`);
  writeFileSync(join(scratch, 'rules.conf'), rules);
  mkdirSync(join(scratch, 'temp'));
  const temp = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${scratch}/temp/${kind};`,
  );
  writeFileSync(
    join(scratch, 'main.conf'),
    `daemon off; master_process off; pid ${scratch}/pid; error_log stderr; events {}
     http { access_log off; ${temp.join(' ')} include ${scratch}/rules.conf; }`,
  );
  let output = '';
  nginx = spawn('/usr/sbin/nginx', ['-p', scratch, '-c', join(scratch, 'main.conf')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  nginx.stderr?.on('data', (chunk) => (output += String(chunk)));
  await vi.waitFor(() => fetch(origin).catch(() => Promise.reject(new Error(output))), { timeout: 60_000 });
}

const ask = (path: string) => fetch(`${origin}${path}`, { redirect: 'manual' });

test('nginx leads every code to its target', async () => {
  const wrong: string[] = [];
  for (const [code, url] of expected) {
    const answer = await ask(`/qr/${code}`);
    const location = answer.headers.get('location');
    await answer.arrayBuffer();
    if (answer.status !== 302 || location !== new URL(url).href) wrong.push(`${code} ${answer.status} ${location}`);
  }

  expect(wrong).toEqual([]);
});

test.each([
  '/qr/inactive12',
  '/qr/unsafe1234',
  '/qr/deMeted123',
  '/qr/unknown123',
  '/qr/MANY1111CODE',
  '/qr/TWINtwin12',
  '/qr/',
  '/',
])('nginx knows nothing at %s', async (path) => {
  const answer = await ask(path);

  expect(answer.status).toBe(404);
  expect(await answer.text()).toContain('Link not found');
});

test('nginx tolerates a slash and a query, and lets nobody keep the answer', async () => {
  const answer = await ask('/qr/TwinTwin12/?url=https://evil.example');

  expect(answer.headers.get('location')).toBe(twins.TwinTwin12);
  expect(answer.headers.get('cache-control')).toBe('no-store');
});

test('there is a page for every active code and for no other', () => {
  expect(readdirSync(join(folder, 'qr')).sort()).toEqual([...expected.keys()].sort());
  expect(readFileSync(join(folder, '404.html'), 'utf8')).toContain('Link not found');
});

test('a page leads to its target and holds nothing that runs', () => {
  for (const [code, url] of expected) {
    const html = readFileSync(join(folder, 'qr', code, 'index.html'), 'utf8');
    const refresh = /http-equiv="refresh" content="0; url=([^"]*)"/.exec(html)?.[1];

    expect(unescaped(refresh!)).toBe(new URL(url).href);
    expect(unescaped(/<a href="([^"]*)"/.exec(html)![1]!)).toBe(new URL(url).href);
    expect(html).not.toMatch(/<script|\son\w+=/i);
  }
});

test('a folder with something in it is left alone', async () => {
  await expect(exportRedirects(database, folder)).rejects.toThrow('is not empty');
});

const unescaped = (text: string) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
