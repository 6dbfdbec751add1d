import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { scan, startTestEdge, type TestEdge } from '../../../test/harness/test-edge.ts';
import { loadConfig } from '../../platform/config.ts';
import type { Context } from '../../platform/context.ts';
import { openDatabase } from '../../platform/database/database.ts';
import { createHttpApp } from '../../platform/http/app.ts';
import { createLog } from '../../platform/log.ts';
import { createStorage, type Storage, type StoredFile } from '../../platform/storage/storage.ts';
import { png } from '../../platform/storage/test-harness.ts';
import { openFileCopy } from './copy.ts';
import { forgetDeleted } from './forget-deleted.ts';
import { openPublicFiles, type PublicFiles } from './public-files.ts';

const log = createLog({ LOG_LEVEL: 'silent' }, 'test');
const nowhere = 'postgres://waggle_app@127.0.0.1:1/nobody';
const purpose = 'test-logo';
let edge: TestEdge;
let storage: Storage;
let ctx: Context;
beforeAll(async () => {
  edge = await startTestEdge();
  storage = createStorage({ config: configFor(edge.folder), database: edge.database, log });
  ctx = ctxOf(edge.organizationId);
});
afterAll(() => edge.close());

const configFor = (EDGE_DATA: string, DATABASE_URL = edge.db.appUrl) =>
  loadConfig({
    WAGGLE_MODE: 'test',
    PUBLIC_URL: 'http://waggle.test',
    SECRET_KEY: 'a test secret that is long enough 0123',
    SMTP_URL: 'smtp://127.0.0.1:1',
    DATABASE_URL,
    EDGE_DATA,
  });
const ctxOf = (organizationId: string): Context => ({
  db: edge.database.tenant({ organizationId }),
  organizationId,
  actor: { kind: 'job', name: 'test' },
  now: () => new Date(),
});
const put = (content: Buffer, isPublic = true, as = ctx) =>
  storage.put(
    as,
    { content, purpose, clientId: null, isPublic },
    { mostBytes: 10 * 1_024 * 1_024, quota: { files: 1_000, bytes: 1e9 } },
  );
const pathOf = ({ url }: StoredFile) => new URL(url!).pathname;
const tokenOf = (file: StoredFile) => pathOf(file).slice(3, 27);

describe('the address of a file', () => {
  test.each([
    ['a small one', 1_000],
    ['a large one', 600_000],
  ])('answers %s to everybody, for good', async (_name, bytes) => {
    const content = png(30, 20, bytes);
    const path = pathOf(await put(content));

    const answer = await scan(edge, path);
    const again = await scan(edge, path);

    expect(answer.status).toBe(200);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(content);
    expect(Buffer.from(await again.arrayBuffer())).toEqual(content);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(bytes),
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-disposition': `inline; filename="${path.slice(3)}"`,
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      'cross-origin-resource-policy': 'cross-origin',
      'referrer-policy': 'no-referrer',
    });
    expect(answer.headers.get('set-cookie')).toBeNull();
  });

  test('answers HEAD and what the caller has already without the bytes', async () => {
    for (const bytes of [1_000, 600_000]) {
      const path = pathOf(await put(png(30, 20, bytes)));

      const head = await scan(edge, path, { method: 'HEAD' });
      const etag = head.headers.get('etag')!;
      const known = await scan(edge, path, { headers: { 'if-none-match': etag } });
      const other = await scan(edge, path, { headers: { 'if-none-match': '"other"' } });

      expect([head.status, head.headers.get('content-length')]).toEqual([200, String(bytes)]);
      expect([known.status, await known.text()]).toEqual([304, '']);
      expect((await other.arrayBuffer()).byteLength).toBe(bytes);
    }
  });

  test('is the one it was given, and no other', async () => {
    const path = pathOf(await put(png(30, 20)));
    const near = [
      path.replace('.png', '.jpg'),
      path.replace('.png', '.svg'),
      path.replace('.png', ''),
      path.replace('.png', '.png/'),
      path.replace('.png', '.PNG'),
      `${path.slice(0, 10)}${path[10] === 'A' ? 'B' : 'A'}${path.slice(11)}`,
      '/f/',
      '/f/..%2f..%2fetc%2fpasswd',
      `/f/${'A'.repeat(24)}.png`,
      `/f/${'A'.repeat(5_000)}.png`,
    ];

    const answers = await Promise.all(near.map((one) => scan(edge, one)));
    const pages = new Set(await Promise.all(answers.map((answer) => answer.text())));

    expect(answers.map(({ status }) => status)).toEqual(near.map(() => 404));
    expect(answers.every(({ headers }) => headers.get('cache-control') === 'no-store')).toBe(true);
    expect(pages.size).toBe(1);
  });

  test('works on the port of the dashboard too, where one process serves everything', async () => {
    const content = png(30, 20);
    const path = pathOf(await put(content));
    const app = await createHttpApp(configFor(edge.folder), log);
    onTestFinished(() => app.close());
    edge.edge.serveOn(app);

    const answer = await app.inject({ url: path, headers: { host: 'waggle.test' } });

    expect(answer.rawPayload).toEqual(content);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/png',
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect(answer.headers['set-cookie']).toBeUndefined();
  });

  test('is read and never written', async () => {
    const path = pathOf(await put(png(30, 20)));

    const answers = await Promise.all(['POST', 'PUT', 'DELETE'].map((method) => scan(edge, path, { method })));

    expect(answers.map(({ status, headers }) => [status, headers.get('allow')])).toEqual(
      answers.map(() => [405, 'GET, HEAD']),
    );
  });

  test('does not exist for a file without one, also for whoever answers strangers', async () => {
    const { id } = await put(png(77, 20), false);

    const files = await edge.database.edge.selectFrom('files').select('content_id').execute();
    const contents = await edge.database.edge.selectFrom('file_contents').select(['id', 'bytes']).execute();

    const { rows } = await edge.db.owner.query('select content_id from files where id = $1', [id]);
    expect(files.map(({ content_id }) => content_id)).not.toContain(rows[0].content_id);
    expect(contents.map(({ id: contentId }) => contentId)).not.toContain(rows[0].content_id);
  });
});

/** The files of an edge of its own, and what its clock shows. */
function openFiles(
  folder: string,
  url?: string,
): { files: PublicFiles; clock: { ahead: number }; end: () => Promise<void> } {
  const config = configFor(join(edge.folder, folder), url);
  const database = openDatabase(config);
  const clock = { ahead: 0 };
  const files = openPublicFiles(config, database, log, () => Date.now() + clock.ahead);
  let ended: Promise<void> | undefined;
  const end = () => (ended ??= files.close().then(() => database.close()));
  onTestFinished(end);
  return { files, clock, end };
}
const stateOf = async (files: PublicFiles, file: StoredFile) => {
  const found = await files.find(tokenOf(file));
  return typeof found === 'string' ? found : 'found';
};

describe('a file that is deleted', () => {
  test('is gone for everybody 15 seconds later at most', async () => {
    const { files, clock } = openFiles('removed');
    const file = await put(png(30, 20));
    const before = await stateOf(files, file);

    await storage.remove(ctx, { id: file.id, purpose });
    clock.ahead = 15_001;

    expect([before, await stateOf(files, file), await stateOf(files, file)]).toEqual(['found', 'unknown', 'unknown']);
  });

  test('is gone when its organization is being deleted, while its rows are still there', async () => {
    const { files, clock } = openFiles('deleting');
    const { rows } = await edge.db.owner.query(`insert into organizations (name) values ('Gone') returning id`);
    const file = await put(png(30, 20), true, ctxOf(rows[0].id));
    const before = await stateOf(files, file);

    await edge.db.owner.query('update organizations set deleting_since = now() where id = $1', [rows[0].id]);
    clock.ahead = 15_001;

    expect([before, await stateOf(files, file)]).toEqual(['found', 'unknown']);
  });

  test('leaves the copy of an edge that nobody asks for it', async () => {
    const [gone, kept] = [await put(png(30, 20)), await put(png(30, 20))];
    const first = openFiles('walk');
    for (const file of [gone, kept]) await stateOf(first.files, file);
    await first.end();
    await edge.db.owner.query('delete from files where id = $1', [gone.id]);

    const copy = openFileCopy(join(edge.folder, 'walk'), log, 1e9);
    const before = copy.tokensAfter('', 10);
    await forgetDeleted(edge.database, copy, new AbortController().signal);
    const after = copy.tokensAfter('', 10);
    copy.close();

    expect(before.toSorted()).toEqual([tokenOf(gone), tokenOf(kept)].toSorted());
    expect(after).toEqual([tokenOf(kept)]);
  });
});

describe('an address that makes up names of files', () => {
  const madeUp = () => randomBytes(18).toString('base64url');

  test('uses up its own share alone, so that new pictures of others are found', async () => {
    const { files } = openFiles('made-up');
    const file = await put(png(30, 20));

    const flood = Promise.all(Array.from({ length: 300 }, () => files.find(madeUp(), '192.0.2.7')));
    const others = await files.find(tokenOf(file), '192.0.2.8');
    const answers = await flood;

    expect(others).toMatchObject({ token: tokenOf(file) });
    expect(answers.filter((answer) => answer === 'tooMany').length).toBeGreaterThanOrEqual(300 - 2 * 20);
    expect(answers.filter((answer) => answer === 'unknown').length).toBeGreaterThanOrEqual(20);
  });

  test('S3: shares it with its /64, and is answered again in the next second', async () => {
    const { files, clock } = openFiles('made-up-six');
    const host = (at: number) => `2001:db8::${at.toString(16)}`;

    const flood = Promise.all(Array.from({ length: 300 }, (_, at) => files.find(madeUp(), host(at))));
    clock.ahead = 1_000;
    const later = await files.find(madeUp(), host(1));

    expect((await flood).filter((answer) => answer === 'tooMany').length).toBeGreaterThanOrEqual(260);
    expect(later).toBe('unknown');
  });

  test('does not make the edge trust what it knows for longer, even when every look is used up', async () => {
    const { files, clock } = openFiles('used-up');
    const file = await put(png(30, 20));
    await stateOf(files, file);
    await storage.remove(ctx, { id: file.id, purpose });
    clock.ahead = 15_001;

    const flood = Promise.all(Array.from({ length: 300 }, () => files.find(madeUp())));
    await stateOf(files, file);
    clock.ahead += 1_000;
    const next = await stateOf(files, file);

    expect(await flood).toContain('unavailable');
    expect(next).toBe('unknown');
  });
});

describe('while the database is away', () => {
  test('small files that were served before are served, also after a restart, and others ask to come back', async () => {
    const [small, large, unseen] = [await put(png(30, 20)), await put(png(30, 20, 600_000)), await put(png(30, 20))];
    const first = openFiles('away');
    for (const file of [small, large]) await stateOf(first.files, file);
    await first.end();

    const { files } = openFiles('away', nowhere);
    const found = await files.find(tokenOf(large));

    expect(await stateOf(files, small)).toBe('found');
    expect(await stateOf(files, unseen)).toBe('unavailable');
    if (typeof found === 'string') throw new Error(found);
    expect(found.content).toBeNull();
    await expect(files.read(found)).rejects.toThrow(/ECONNREFUSED|silent|unavailable/i);
  });
});

test('the copy forgets what was not asked for the longest when it is full', async () => {
  const copy = openFileCopy(join(edge.folder, 'full'), log, 30_000);
  onTestFinished(() => copy.close());
  const row = (at: number) => ({
    token: `token-${at}`,
    contentType: 'image/png' as const,
    bytes: 5_000,
    sha256: Buffer.alloc(32),
    place: 'database' as const,
    organizationId: edge.organizationId,
    clientId: null,
    contentId: edge.organizationId,
    content: Buffer.alloc(5_000, at),
  });

  for (let at = 0; at < 40; at += 1) copy.take(row(at));

  const left = copy.tokensAfter('', 100);
  expect(left.length).toBeLessThanOrEqual(5);
  expect(copy.find('token-39')?.content).toEqual(Buffer.alloc(5_000, 39));
});
