import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { ContentType } from '../../platform/storage/accept-image.ts';
import type { Place } from '../../platform/storage/object-store.ts';

/** What an edge knows of a file with a public address. */
export type PublicFileRow = {
  token: string;
  contentType: ContentType;
  bytes: number;
  sha256: Buffer;
  place: Place;
  organizationId: string;
  /** Null for one of the organization itself. */
  clientId: string | null;
  contentId: string;
};

/** Of organizations being deleted nothing is served, although their rows are there for some minutes more. */
const publicFiles = ({ edge }: Database) =>
  edge
    .selectFrom('files')
    .where('files.token', 'is not', null)
    .where(sql<boolean>`not exists (select from organizations o where o.id = files.organization_id)`);

export const findPublicFile = (database: Database, token: string): Promise<PublicFileRow | undefined> =>
  publicFiles(database)
    .innerJoin('file_contents', (join) =>
      join
        .onRef('file_contents.organization_id', '=', 'files.organization_id')
        .onRef('file_contents.id', '=', 'files.content_id'),
    )
    .select([
      'files.token',
      'file_contents.content_type as contentType',
      'file_contents.bytes',
      'file_contents.sha256',
      'file_contents.place',
      'file_contents.organization_id as organizationId',
      'files.client_id as clientId',
      'file_contents.id as contentId',
    ])
    .where('files.token', '=', token)
    .executeTakeFirst() as Promise<PublicFileRow | undefined>;

/** Those of the given that still lead to a file. */
export const tokensInUse = async (database: Database, tokens: readonly string[]): Promise<string[]> =>
  (
    await publicFiles(database)
      .select('files.token')
      .where('files.token', '=', sql<string>`any(${tokens})`)
      .execute()
  ).map(({ token }) => token!);

export const readPublicContent = async (
  { edge }: Database,
  { organizationId, contentId }: Pick<PublicFileRow, 'organizationId' | 'contentId'>,
): Promise<Buffer | null> =>
  (
    await edge
      .selectFrom('file_contents')
      .select('content')
      .where('organization_id', '=', organizationId)
      .where('id', '=', contentId)
      .executeTakeFirst()
  )?.content ?? null;
