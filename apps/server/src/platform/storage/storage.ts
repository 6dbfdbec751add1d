import type { Config } from '../config.ts';
import type { Context } from '../context.ts';
import type { Database } from '../database/database.ts';
import type { Log } from '../log.ts';
import { notFound } from '../problem.ts';
import { createUuidV7 } from '../uuid-v7.ts';
import { acceptImage, type ContentType, type ImageLimits } from './accept-image.ts';
import type { StorageConfig } from './object-store.ts';
import { createObjectStores } from './object-stores.ts';
import { addressOf, newToken } from './public-address.ts';
import { putFile, type Quota } from './put.ts';
import * as queries from './queries.ts';
import { readContent } from './read-content.ts';
import { sweepFiles } from './sweep.ts';

/** Of an organization with all its clients, over files of every purpose. */
export const organizationQuota: Quota = { files: 10_000, bytes: 1_024 ** 3 };

export type Upload = {
  content: Buffer;
  /** What the file is for, such as `brand-logo`. It is found by its id and this word together. */
  purpose: string;
  /** Null for the organization itself. */
  clientId: string | null;
  /** Whether it gets an address that everybody can open who knows it. */
  isPublic: boolean;
};

export type StoredFile = {
  id: string;
  clientId: string | null;
  /** Null for a file without a public address. */
  url: string | null;
  contentType: ContentType;
  bytes: number;
  width: number;
  height: number;
};

export type Storage = {
  /**
   * Stores a picture, once for an organization however often it is uploaded there. The file is deleted after a day unless its
   * owner keeps it. Not inside of a transaction: the bytes may go elsewhere.
   */
  put(ctx: Context, upload: Upload, limits: ImageLimits & { quota: Quota }): Promise<StoredFile>;
  /** In the transaction that writes the owner's row. Not found for a file that is gone, of another client or for something else. */
  keep(ctx: Context, file: queries.FileName): Promise<StoredFile>;
  /** In the transaction in which the owner's row forgets it. Its address works for another day. */
  release(ctx: Context, file: queries.FileName): Promise<void>;
  /** Its address leads nowhere from now on, and the next sweep deletes it. */
  remove(ctx: Context, file: queries.FileName): Promise<void>;
  find(ctx: Context, file: queries.FileName): Promise<StoredFile | null>;
  /** Of the whole organization, as quotas count it, whichever client is in sight. */
  usage(ctx: Context): Promise<Quota>;
  read(ctx: Context, file: queries.FileName): Promise<Buffer | null>;
  /** Deletes what nobody keeps. */
  sweep(signal: AbortSignal): Promise<void>;
};

type Parts = { config: StorageConfig & Pick<Config, 'PUBLIC_URL' | 'CELL'>; database: Database; log: Log };

export function createStorage({ config, database, log }: Parts): Storage {
  const stores = createObjectStores(config);
  const nextId = createUuidV7();
  const wholeOrganization = (ctx: Context): Context => ({
    ...ctx,
    db: database.tenant({ organizationId: ctx.organizationId }),
  });

  async function find(ctx: Context, file: queries.FileName): Promise<StoredFile | null> {
    const row = await queries.findFile(ctx, file);
    return row ? present(config.PUBLIC_URL, row) : null;
  }

  return {
    find,
    async put(ctx, { content, purpose, clientId, isPublic }, { quota, ...limits }) {
      if (ctx.db.isTransaction) throw new Error('A file is stored before the transaction that keeps it.');
      // The row is written over the whole organization, past the policy that would refuse this.
      if ((ctx.actor.clientLimit ?? clientId) !== clientId) throw notFound();
      const image = acceptImage(content, limits);
      const token = isPublic ? newToken(config.CELL) : null;
      const file = { content, image, purpose, clientId, token, quota };
      const id = await putFile({ stores, nextId, log }, wholeOrganization(ctx), file);
      return present(config.PUBLIC_URL, { ...image, id, clientId, token });
    },
    async keep(ctx, file) {
      const isKept = await queries.keepFile(ctx, file);
      const kept = isKept && (await find(ctx, file));
      if (!kept) throw notFound();
      return kept;
    },
    async release(ctx, file) {
      await queries.releaseFile(ctx, file);
    },
    async remove(ctx, file) {
      await queries.endFile(ctx, file);
    },
    async read(ctx, file) {
      const row = await queries.findFile(ctx, file);
      return row ? readContent(stores, row, () => queries.readContent(ctx, row.contentId)) : null;
    },
    usage: (ctx) => queries.usage(wholeOrganization(ctx)),
    sweep: (signal) => sweepFiles({ database, stores, log }, signal),
  };
}

type Presented = Pick<queries.FileRow, 'id' | 'clientId' | 'token' | 'contentType' | 'bytes' | 'width' | 'height'>;

const present = (
  publicUrl: string,
  { id, clientId, token, contentType, bytes, width, height }: Presented,
): StoredFile => ({
  id,
  clientId,
  url: token === null ? null : addressOf(publicUrl, token, contentType),
  contentType,
  bytes,
  width,
  height,
});
