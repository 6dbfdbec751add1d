import { sql } from 'kysely';
import type { Context } from '../context.ts';
import type { Db } from '../database/database.ts';
import type { ContentType, Image } from './accept-image.ts';
import type { OutsidePlace, Place } from './object-store.ts';

/** The rows of one organization. Whoever counts or dedups asks over the whole of it, whichever client is in sight. */
export type Files = Pick<Context, 'db' | 'organizationId'>;

/** Seconds until a file that nobody keeps is deleted. A day, because somebody may be at work on what it is for. */
const graceSeconds = 86_400;
/** Seconds in which an object must have been written. Nobody takes longer than the two minutes of a request. */
const writingSeconds = 3_600;

/** Until the end of the transaction: whoever adds or deletes files of the organization meanwhile waits. */
export const lockFiles = ({ db, organizationId }: Files) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`files ${organizationId}`}, 0))`.execute(db);

export const findContent = ({ db, organizationId }: Files, sha256: Buffer) =>
  db
    .selectFrom('file_contents')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('sha256', '=', sha256)
    .executeTakeFirst();

export async function usage({ db, organizationId }: Files): Promise<{ files: number; bytes: number }> {
  const { rows } = await sql<{ files: string; bytes: string }>`
    select (select count(*) from files where organization_id = ${organizationId}::uuid) as files,
      (select coalesce(sum(bytes), 0) from file_contents where organization_id = ${organizationId}::uuid) as bytes`.execute(
    db,
  );
  return { files: Number(rows[0]!.files), bytes: Number(rows[0]!.bytes) };
}

type NewContent = Image & { place: Place; content: Buffer | null; id?: string };

export const insertContent = ({ db, organizationId }: Files, { contentType, ...content }: NewContent) =>
  db
    .insertInto('file_contents')
    .values({ organization_id: organizationId, content_type: contentType, ...content })
    .returning('id')
    .executeTakeFirstOrThrow();

type NewFile = { contentId: string; clientId: string | null; purpose: string; token: string | null };

export const insertFile = ({ db, organizationId }: Files, { contentId, clientId, purpose, token }: NewFile) =>
  db
    .insertInto('files')
    .values({
      organization_id: organizationId,
      content_id: contentId,
      client_id: clientId,
      purpose,
      token,
      expires_at: sql<Date>`now() + make_interval(secs => ${graceSeconds})`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();

export type FileRow = {
  id: string;
  clientId: string | null;
  token: string | null;
  contentId: string;
  contentType: ContentType;
  bytes: number;
  width: number;
  height: number;
  place: Place;
};

export type FileName = { id: string; purpose: string };

export const findFile = ({ db, organizationId }: Files, { id, purpose }: FileName): Promise<FileRow | undefined> =>
  db
    .selectFrom('files')
    .innerJoin('file_contents', (join) =>
      join
        .onRef('file_contents.organization_id', '=', 'files.organization_id')
        .onRef('file_contents.id', '=', 'files.content_id'),
    )
    .select([
      'files.id',
      'files.client_id as clientId',
      'files.token',
      'files.content_id as contentId',
      'file_contents.content_type as contentType',
      'file_contents.bytes',
      'file_contents.width',
      'file_contents.height',
      'file_contents.place',
    ])
    .where('files.organization_id', '=', organizationId)
    .where('files.id', '=', id)
    .where('files.purpose', '=', purpose)
    .executeTakeFirst() as Promise<FileRow | undefined>;

export const readContent = async ({ db, organizationId }: Files, contentId: string): Promise<Buffer | null> =>
  (
    await db
      .selectFrom('file_contents')
      .select('content')
      .where('organization_id', '=', organizationId)
      .where('id', '=', contentId)
      .executeTakeFirst()
  )?.content ?? null;

const changeFile = ({ db, organizationId }: Files, { id, purpose }: FileName) =>
  db
    .updateTable('files')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('purpose', '=', purpose)
    .returning('id');

/** Undefined for one that is gone, or whose time is over: it may be deleted at this moment. */
export const keepFile = (files: Files, name: FileName) =>
  changeFile(files, name)
    .set({ expires_at: null })
    .where((file) => file.or([file('expires_at', 'is', null), file('expires_at', '>', sql<Date>`now()`)]))
    .executeTakeFirst();

export const releaseFile = (files: Files, name: FileName) =>
  changeFile(files, name)
    .set({ expires_at: sql<Date>`now() + make_interval(secs => ${graceSeconds})` })
    .where('expires_at', 'is', null)
    .executeTakeFirst();

/** Its address leads nowhere from now on. */
export const endFile = (files: Files, name: FileName) =>
  changeFile(files, name)
    .set({ expires_at: sql<Date>`now()`, token: null })
    .executeTakeFirst();

/** Whose files have expired. */
export const organizationsWithExpired = async (sweep: Db): Promise<string[]> =>
  (
    await sweep
      .selectFrom('files')
      .select('organization_id')
      .distinct()
      .where('expires_at', '<=', sql<Date>`now()`)
      .execute()
  ).map(({ organization_id }) => organization_id);

/** Answers the contents of what it deleted. */
export const deleteExpired = async ({ db, organizationId }: Files, most: number): Promise<string[]> =>
  (
    await db
      .deleteFrom('files')
      .where('organization_id', '=', organizationId)
      .where('id', 'in', (expired) =>
        expired
          .selectFrom('files')
          .select('id')
          .where('organization_id', '=', organizationId)
          .where('expires_at', '<=', sql<Date>`now()`)
          .limit(most)
          .forUpdate(),
      )
      .returning('content_id')
      .execute()
  ).map(({ content_id }) => content_id);

/** Call in the transaction that holds the lock, so that nobody refers to one meanwhile. */
export const deleteUnusedContents = ({ db, organizationId }: Files, contentIds: readonly string[]) =>
  db
    .deleteFrom('file_contents')
    .where('organization_id', '=', organizationId)
    .where('id', '=', sql<string>`any(${contentIds}::uuid[])`)
    .where(
      sql<boolean>`not exists (select from files
        where files.organization_id = file_contents.organization_id and files.content_id = file_contents.id)`,
    )
    .execute();

export const noteObject = (db: Db, id: string, place: OutsidePlace) =>
  db
    .insertInto('stale_objects')
    .values({ id, place, due_at: sql<Date>`now() + make_interval(secs => ${writingSeconds})` })
    .execute();

/** False when it took so long that the object may be deleted by now. */
export async function claimObject(db: Db, id: string): Promise<boolean> {
  const claimed = await db
    .deleteFrom('stale_objects')
    .where('id', '=', id)
    .where('due_at', '>', sql<Date>`now()`)
    .returning('id')
    .executeTakeFirst();
  return claimed !== undefined;
}

export const staleObjects = (db: Db, most: number) =>
  db
    .selectFrom('stale_objects')
    .select(['id', 'place'])
    .where('due_at', '<=', sql<Date>`now()`)
    .orderBy('due_at')
    .limit(most)
    .execute() as Promise<{ id: string; place: OutsidePlace }[]>;

export const forgetObject = (db: Db, id: string) => db.deleteFrom('stale_objects').where('id', '=', id).execute();
