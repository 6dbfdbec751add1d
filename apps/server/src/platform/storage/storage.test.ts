import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '../context.ts';
import type { Storage } from './storage.ts';
import { createStorageHarness, type Organization, png, type StorageHarness } from './test-harness.ts';

let harness: StorageHarness;
let storage: Storage;
beforeAll(async () => {
  harness = await createStorageHarness();
  storage = harness.storageWith({});
});
afterAll(() => harness.close());

const purpose = 'test-logo';
const limits = { mostBytes: 10 * 1_024 * 1_024, quota: { files: 100, bytes: 100 * 1_024 * 1_024 } };
const upload = (content: Buffer, clientId: string | null = null) => ({ content, purpose, clientId, isPublic: true });
const put = (organization: Organization, content = png(10, 20)) =>
  storage.put(harness.ctxOf(organization), upload(content), limits);
const sweep = () => storage.sweep(new AbortController().signal);
const expire = ({ organizationId }: Organization) =>
  harness.db.owner.query('update files set expires_at = now() where organization_id = $1 and expires_at is not null', [
    organizationId,
  ]);

describe('a file', () => {
  test('is stored, found and read back', async () => {
    const own = await harness.organization();
    const content = png(10, 20, 5_000);

    const file = await put(own, content);

    const named = { id: file.id, purpose };
    expect(file).toEqual({
      id: file.id,
      clientId: null,
      url: expect.stringMatching(/^http:\/\/waggle\.test\/f\/[\w-]{24}\.png$/),
      contentType: 'image/png',
      bytes: 5_000,
      width: 10,
      height: 20,
    });
    expect(await storage.find(harness.ctxOf(own), named)).toEqual(file);
    expect(await storage.read(harness.ctxOf(own), named)).toEqual(content);
  });

  test('is stored once for an organization, whoever uploads it, and has an address for each time', async () => {
    const own = await harness.organization();
    const content = png(10, 20);

    const first = await put(own, content);
    const second = await storage.put(harness.ctxOf(own, own.clients.x), upload(content, own.clients.x), limits);

    expect(second.url).not.toBe(first.url);
    expect([await harness.count('files', own), await harness.count('file_contents', own)]).toEqual([2, 1]);
  });

  test('may be without a public address', async () => {
    const own = await harness.organization();

    const file = await storage.put(harness.ctxOf(own), { ...upload(png(1, 1)), isPublic: false }, limits);

    expect(file.url).toBeNull();
  });

  test('is found for its purpose alone', async () => {
    const own = await harness.organization();
    const { id } = await put(own);

    expect(await storage.find(harness.ctxOf(own), { id, purpose: 'form-upload' })).toBeNull();
    await expect(storage.keep(harness.ctxOf(own), { id, purpose: 'form-upload' })).rejects.toThrow('Not found.');
  });

  test('is not stored inside of a transaction', async () => {
    const own = await harness.organization();

    const stored = inTransaction(harness.ctxOf(own), (ctx) => storage.put(ctx, upload(png(1, 1)), limits));

    await expect(stored).rejects.toThrow('before the transaction');
  });
});

describe('another organization', () => {
  test('neither finds, reads, keeps, releases nor removes it', async () => {
    const [own, other] = [await harness.organization(), await harness.organization()];
    const { id } = await put(own);
    await storage.keep(harness.ctxOf(own), { id, purpose });
    const before = await harness.db.owner.query('select * from files where id = $1', [id]);
    const [ctx, named] = [harness.ctxOf(other), { id, purpose }];

    await storage.release(ctx, named);
    await storage.remove(ctx, named);

    const after = await harness.db.owner.query('select * from files where id = $1', [id]);
    expect([await storage.find(ctx, named), await storage.read(ctx, named)]).toEqual([null, null]);
    await expect(storage.keep(ctx, named)).rejects.toThrow('Not found.');
    expect(after.rows).toEqual(before.rows);
  });

  test('stores the same content for itself: nothing tells that somebody has it', async () => {
    const [own, other] = [await harness.organization(), await harness.organization()];
    const content = png(10, 20);
    await put(own, content);
    const tight = { ...limits, quota: { files: 1, bytes: content.length - 1 } };

    await expect(storage.put(harness.ctxOf(other), upload(content), tight)).rejects.toThrow('no room left');
    await put(other, content);

    expect([await harness.count('file_contents', own), await harness.count('file_contents', other)]).toEqual([1, 1]);
  });
});

describe('a person limited to a client', () => {
  test('sees files and contents of that client alone', async () => {
    const own = await harness.organization();
    const [x, y] = [own.clients.x, own.clients.y];
    const ofOrganization = await put(own);
    const ofY = await storage.put(harness.ctxOf(own), upload(png(3, 3), y), limits);
    const ofX = await storage.put(harness.ctxOf(own, x), upload(png(4, 4), x), limits);

    const ctx = harness.ctxOf(own, x);
    const seen = await Promise.all([ofOrganization, ofY, ofX].map(({ id }) => storage.find(ctx, { id, purpose })));
    const contents = await ctx.db.selectFrom('file_contents').select('width').execute();

    expect(seen.map((file) => file !== null)).toEqual([false, false, true]);
    expect(contents).toEqual([{ width: 4 }]);
  });

  test('stores nothing for another client or for the organization', async () => {
    const own = await harness.organization();
    const ctx = harness.ctxOf(own, own.clients.x);

    for (const clientId of [own.clients.y, null])
      await expect(storage.put(ctx, upload(png(1, 1), clientId), limits)).rejects.toThrow('Not found.');

    expect(await harness.count('files', own)).toBe(0);
  });

  test('keeps what others have when nobody else refers to the own copy any more', async () => {
    const own = await harness.organization();
    const content = png(10, 20);
    const kept = await put(own, content);
    await storage.keep(harness.ctxOf(own), { id: kept.id, purpose });
    const limited = harness.ctxOf(own, own.clients.x);
    const { id } = await storage.put(limited, upload(content, own.clients.x), limits);

    await storage.remove(limited, { id, purpose });
    await sweep();

    expect(await storage.read(harness.ctxOf(own), { id: kept.id, purpose })).toEqual(content);
    expect(await harness.count('files', own)).toBe(1);
  });
});

describe('the quota', () => {
  test('holds for files and for bytes of different contents', async () => {
    const own = await harness.organization();
    const content = png(10, 20, 1_000);
    const store = (what: Buffer, quota: { files: number; bytes: number }) =>
      storage.put(harness.ctxOf(own), upload(what), { ...limits, quota });

    await store(content, { files: 2, bytes: 1_000 });
    await store(content, { files: 2, bytes: 1_000 });

    await expect(store(content, { files: 2, bytes: 5_000 })).rejects.toMatchObject({ code: 'quota_reached' });
    await expect(store(png(1, 1), { files: 5, bytes: 1_000 })).rejects.toMatchObject({ code: 'quota_reached' });
  });

  test('holds for twenty at once', async () => {
    const own = await harness.organization();
    const tight = { ...limits, quota: { files: 7, bytes: 1_000_000 } };

    const stored = await Promise.allSettled(
      Array.from({ length: 20 }, () => storage.put(harness.ctxOf(own), upload(png(5, 5)), tight)),
    );

    expect(stored.filter(({ status }) => status === 'fulfilled')).toHaveLength(7);
    expect(await harness.count('files', own)).toBe(7);
  });
});

describe('what is no picture, or too much of one, is refused and leaves nothing', () => {
  const refusals: [name: string, content: Buffer, sentence: RegExp][] = [
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), /PNG, JPEG, GIF or WebP/],
    ['HTML with the beginning of a comment', Buffer.from('<!-- \x89PNG --><script>'), /PNG, JPEG, GIF or WebP/],
    ['a cut PNG', png(10, 10).subarray(0, 20), /PNG, JPEG, GIF or WebP/],
    ['nothing', Buffer.alloc(0), /PNG, JPEG, GIF or WebP/],
    ['a strip that unpacks to seconds of work', png(1, 16_777_216), /too many pixels/],
    ['a square that unpacks to gigabytes', png(65_535, 65_535), /too many pixels/],
    ['a picture with sides that are allowed and too many pixels', png(8_000, 8_000), /too many pixels/],
    ['a file of more bytes than its owner allows', png(10, 10, 2_000), /larger than 1 KB/],
  ];

  test.each(refusals)('%s', async (_name, content, sentence) => {
    const own = await harness.organization();

    const stored = storage.put(harness.ctxOf(own), upload(content), { ...limits, mostBytes: 1_024 });

    await expect(stored).rejects.toMatchObject({ code: 'invalid_input', message: expect.stringMatching(sentence) });
    expect([await harness.count('files', own), await harness.count('file_contents', own)]).toEqual([0, 0]);
  });

  test('no owner can allow more than the table takes', async () => {
    const own = await harness.organization();

    await expect(put(own, png(10, 10, 10 * 1_024 * 1_024 + 1))).rejects.toThrow('larger than 10240 KB');
  });
});

describe('a sweep', () => {
  test('deletes what nobody kept for a day, and nothing else', async () => {
    const own = await harness.organization();
    const [kept, released, young] = [await put(own), await put(own), await put(own)];
    const ctx = harness.ctxOf(own);
    for (const { id } of [kept, released]) await storage.keep(ctx, { id, purpose });
    await storage.release(ctx, { id: released.id, purpose });
    const expiring = await harness.db.owner.query(
      `select id from files where organization_id = $1 and expires_at between now() + interval '23 hours' and now() + interval '25 hours'`,
      [own.organizationId],
    );

    await sweep();
    const before = await harness.count('files', own);
    await expire(own);
    await sweep();

    const left = await harness.db.owner.query('select id from files where organization_id = $1', [own.organizationId]);
    expect(new Set(expiring.rows.map(({ id }) => id))).toEqual(new Set([released.id, young.id]));
    expect(before).toBe(3);
    expect(left.rows).toEqual([{ id: kept.id }]);
    expect(await harness.count('file_contents', own)).toBe(1);
  });

  test('ends an expired file for its owner also before it came round', async () => {
    const own = await harness.organization();
    const { id } = await put(own);
    await expire(own);

    await expect(storage.keep(harness.ctxOf(own), { id, purpose })).rejects.toThrow('Not found.');
  });

  test('keeps a content that is uploaded again while its last file expires', async () => {
    const own = await harness.organization();
    const contents = [png(1, 1), png(2, 2), png(3, 3)];
    const kept: string[] = [];
    const working = Array.from({ length: 8 }, async (_, worker) => {
      for (let round = 0; round < 12; round += 1) {
        const { id } = await put(own, contents[(worker + round) % contents.length]);
        if (round % 3 === 0) {
          await storage.keep(harness.ctxOf(own), { id, purpose });
          kept.push(id);
        } else await storage.remove(harness.ctxOf(own), { id, purpose });
        if (round % 4 === 0) await sweep();
      }
    });

    await Promise.all(working);
    await sweep();

    for (const id of kept) expect(await storage.read(harness.ctxOf(own), { id, purpose })).not.toBeNull();
    expect([await harness.count('files', own), await harness.count('file_contents', own)]).toEqual([kept.length, 3]);
  });
});
