import { type Context, inTransaction } from '../context.ts';
import type { Log } from '../log.ts';
import { Problem } from '../problem.ts';
import type { Image } from './accept-image.ts';
import type { OutsidePlace } from './object-store.ts';
import type { ObjectStores } from './object-stores.ts';
import * as queries from './queries.ts';

/** Of an organization: how many files, and bytes of different contents. */
export type Quota = { files: number; bytes: number };

export type NewFile = {
  content: Buffer;
  image: Image;
  purpose: string;
  clientId: string | null;
  token: string | null;
  quota: Quota;
};

type Parts = { stores: ObjectStores; nextId: () => string; log: Log };

/** The new file's id. `ctx` sees the whole organization: contents and the quota are those of all its clients. */
export async function putFile(parts: Parts, ctx: Context, file: NewFile): Promise<string> {
  const place = parts.stores.placeFor(file.image.bytes);
  const { content, image } = file;
  if (place === 'database')
    return inTransaction(ctx, (ctx) =>
      addFile(ctx, file, async () => (await queries.insertContent(ctx, { ...image, place, content })).id),
    );

  // Nobody waits for an object storage in a transaction. Looked at first, because most of what comes twice comes later.
  const shared = await inTransaction(ctx, (ctx) => addFile(ctx, file, async () => null));
  if (shared !== null) return shared;
  const id = parts.nextId();
  await queries.noteObject(ctx.db, id, place);
  await writeObject(parts, place, id, content);
  return inTransaction(ctx, (ctx) =>
    addFile(ctx, file, async () => {
      if (!(await queries.claimObject(ctx.db, id))) throw unavailable();
      return (await queries.insertContent(ctx, { ...image, place, content: null, id })).id;
    }),
  );
}

/** Refers to the content the organization has, or to the one that is made now. Null where none was made. */
async function addFile<Made extends string | null>(
  ctx: Context,
  { image, quota, ...file }: NewFile,
  makeContent: () => Promise<Made>,
): Promise<string | Made> {
  await queries.lockFiles(ctx);
  const known = await queries.findContent(ctx, image.sha256);
  const used = await queries.usage(ctx);
  if (used.files + 1 > quota.files || used.bytes + (known ? 0 : image.bytes) > quota.bytes) throw quotaReached();
  const contentId = known?.id ?? (await makeContent());
  if (contentId === null) return contentId;
  return (await queries.insertFile(ctx, { ...file, contentId })).id;
}

async function writeObject({ stores, log }: Parts, place: OutsidePlace, id: string, content: Buffer): Promise<void> {
  try {
    await stores.of(place).write(id, content);
  } catch (error) {
    log.error({ err: error, place }, 'a file could not be stored');
    throw unavailable();
  }
}

const unavailable = () => new Problem('unavailable', "Files can't be stored right now. Try again in a moment.");
const quotaReached = () =>
  new Problem(
    'quota_reached',
    'Your organization has no room left for files. Delete files you no longer use, then try again.',
  );
