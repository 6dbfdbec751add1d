import { existsSync, globSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Storage } from './storage.ts';
import {
  createStorageHarness,
  type Organization,
  png,
  signatureOf,
  startTestS3,
  type StorageHarness,
} from './test-harness.ts';

let harness: StorageHarness;
beforeAll(async () => {
  harness = await createStorageHarness();
});
afterAll(() => harness.close());

const purpose = 'test-photo';
const limits = { mostBytes: 10 * 1_024 * 1_024, quota: { files: 100, bytes: 100 * 1_024 * 1_024 } };
const large = () => png(2_000, 1_000, 300_000);
const sweep = (storage: Storage) => storage.sweep(new AbortController().signal);
const due = () => harness.db.owner.query('update stale_objects set due_at = now()');
const put = (storage: Storage, own: Organization, content: Buffer) =>
  storage.put(harness.ctxOf(own), { content, purpose, clientId: null, isPublic: true }, limits);
const placesOf = async ({ organizationId }: Organization): Promise<string[]> =>
  (
    await harness.db.owner.query<{ place: string }>(
      'select place from file_contents where organization_id = $1 order by id',
      [organizationId],
    )
  ).rows.map(({ place }) => place);

test('without a setting everything is in the database', async () => {
  const storage = harness.storageWith({});
  const own = await harness.organization();
  const content = png(2_000, 1_000, 10 * 1_024 * 1_024);

  const { id } = await put(storage, own, content);

  expect(await placesOf(own)).toEqual(['database']);
  expect(await storage.read(harness.ctxOf(own), { id, purpose })).toEqual(content);
});

describe('in a folder', () => {
  const folderOf = (name: string) => join(harness.folder, name);
  const filesIn = (name: string) => globSync(`${folderOf(name)}/*/*`);

  test('a large file is kept for its owner alone, a small one stays in the database', async () => {
    const storage = harness.storageWith({ FILES_DIR: folderOf('plain') });
    const own = await harness.organization();
    const content = large();

    const { id } = await put(storage, own, content);
    await put(storage, own, png(3, 3));

    const [path = ''] = filesIn('plain');
    expect(await placesOf(own)).toEqual(['disk', 'database']);
    expect(filesIn('plain')).toHaveLength(1);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readFileSync(path)).toEqual(content);
    expect(await storage.read(harness.ctxOf(own), { id, purpose })).toEqual(content);
    expect(await harness.count('stale_objects')).toBe(0);
  });

  test('the same large file is written once for an organization, also by ten at once', async () => {
    const storage = harness.storageWith({ FILES_DIR: folderOf('once') });
    const own = await harness.organization();
    const content = large();

    const files = await Promise.all(Array.from({ length: 10 }, () => put(storage, own, content)));
    await put(storage, own, content);
    await due();
    await sweep(storage);

    expect(new Set(files.map(({ id }) => id)).size).toBe(10);
    expect(await placesOf(own)).toEqual(['disk']);
    expect(filesIn('once')).toHaveLength(1);
  });

  test('a process that ended between file and row leaves nothing anybody sees, and a sweep clears up', async () => {
    const storage = harness.storageWith({ FILES_DIR: folderOf('crash') });
    const own = await harness.organization();
    await harness.db.owner.query(`
      create function public.fail() returns trigger language plpgsql as $$ begin raise exception 'killed'; end $$;
      create trigger fail before insert on file_contents for each row execute function public.fail()`);

    await expect(put(storage, own, large())).rejects.toThrow('killed');
    await harness.db.owner.query('drop trigger fail on file_contents; drop function public.fail()');

    const written = filesIn('crash').length;
    await sweep(storage);
    const early = filesIn('crash').length;
    await due();
    await sweep(storage);
    expect([await harness.count('files', own), await harness.count('file_contents', own)]).toEqual([0, 0]);
    expect([written, early, filesIn('crash').length]).toEqual([1, 1, 0]);
    expect(await harness.count('stale_objects')).toBe(0);
  });

  test('a folder that cannot be written says so, and leaves nothing', async () => {
    writeFileSync(folderOf('no-folder'), '');
    const storage = harness.storageWith({ FILES_DIR: folderOf('no-folder') });
    const own = await harness.organization();

    await expect(put(storage, own, large())).rejects.toMatchObject({ code: 'unavailable' });

    expect([await harness.count('files', own), await harness.count('file_contents', own)]).toEqual([0, 0]);
    await harness.db.owner.query('delete from stale_objects');
  });

  test('a file that is cut or gone is none', async () => {
    const storage = harness.storageWith({ FILES_DIR: folderOf('cut') });
    const own = await harness.organization();
    const { id } = await put(storage, own, large());
    const [path = ''] = filesIn('cut');

    truncateSync(path, 1_000);

    expect(await storage.read(harness.ctxOf(own), { id, purpose })).toBeNull();
  });

  test('what is deleted is removed from the folder, whoever deletes its row', async () => {
    const storage = harness.storageWith({ FILES_DIR: folderOf('deleted') });
    const [own, other] = [await harness.organization(), await harness.organization()];
    const { id } = await put(storage, own, large());
    await put(storage, other, large());

    await storage.remove(harness.ctxOf(own), { id, purpose });
    await harness.db.owner.query('delete from organizations where id = $1', [other.organizationId]);
    const before = filesIn('deleted').length;
    await sweep(storage);

    expect([before, filesIn('deleted').length]).toEqual([2, 0]);
    expect(await harness.count('stale_objects')).toBe(0);
  });

  test('what cannot be removed now is removed by a later sweep', async () => {
    const storage = harness.storageWith({ FILES_DIR: folderOf('later') });
    const own = await harness.organization();
    const { id } = await put(storage, own, large());
    const [path = ''] = filesIn('later');
    await storage.remove(harness.ctxOf(own), { id, purpose });
    const withoutSettings = harness.storageWith({});

    await sweep(withoutSettings);
    const noted = await harness.count('stale_objects');
    await sweep(storage);

    expect(noted).toBe(1);
    expect(existsSync(path)).toBe(false);
  });
});

describe('in an object storage', () => {
  test('a large file is written, read and removed with requests it believes', async () => {
    const s3 = await startTestS3();
    onTestFinished(() => s3.close());
    const storage = harness.storageWith(s3.env);
    const own = await harness.organization();
    const content = large();

    const { id } = await put(storage, own, content);

    const stored = [...s3.objects.values()];
    expect(await placesOf(own)).toEqual(['s3']);
    expect([...s3.objects.keys()]).toEqual([expect.stringMatching(/^\/waggle-files\/[0-9a-f-]{36}$/)]);
    expect(stored).toEqual([content]);
    expect(await storage.read(harness.ctxOf(own), { id, purpose })).toEqual(content);
    await storage.remove(harness.ctxOf(own), { id, purpose });
    await sweep(storage);
    expect(s3.objects.size).toBe(0);
  });

  test('the storage of these tests computes the published signature', () => {
    const headers = {
      host: 'examplebucket.s3.amazonaws.com',
      range: 'bytes=0-9',
      'x-amz-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      'x-amz-date': '20130524T000000Z',
    };
    const request = { method: 'GET', path: '/test.txt', headers };

    expect(signatureOf('wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY', request, Object.keys(headers), 'us-east-1')).toBe(
      'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    );
  });

  test('a wrong key, or a storage in trouble, stores nothing', async () => {
    const s3 = await startTestS3();
    onTestFinished(() => s3.close());
    const own = await harness.organization();
    const wrong = harness.storageWith({ ...s3.env, S3_SECRET_ACCESS_KEY: 'another' });

    await expect(put(wrong, own, large())).rejects.toMatchObject({ code: 'unavailable' });
    s3.answerWith(503);
    await expect(put(harness.storageWith(s3.env), own, large())).rejects.toMatchObject({ code: 'unavailable' });

    expect([await harness.count('files', own), s3.objects.size]).toEqual([0, 0]);
    await harness.db.owner.query('delete from stale_objects');
  });

  test('files from before it was set up are read from their folder', async () => {
    const s3 = await startTestS3();
    onTestFinished(() => s3.close());
    const FILES_DIR = join(harness.folder, 'before');
    const own = await harness.organization();
    const content = large();
    const { id } = await put(harness.storageWith({ FILES_DIR }), own, content);
    const both = harness.storageWith({ FILES_DIR, ...s3.env });

    await put(both, own, large());

    expect(await both.read(harness.ctxOf(own), { id, purpose })).toEqual(content);
    expect(await placesOf(own)).toEqual(['disk', 's3']);
  });

  test('is set up whole or not at all', () => {
    expect(() => harness.configWith({ S3_ENDPOINT: 'https://s3.example' })).toThrow(
      /S3_BUCKET: is needed[\s\S]*S3_SECRET_ACCESS_KEY: is needed/,
    );
  });
});
