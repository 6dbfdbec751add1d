import type pg from 'pg';
import { z } from 'zod';
import { versionOf } from '../../version.ts';

const version = z.string().regex(/^\d+\.\d+\.\d+/);
const SchemaRelease = z.object({
  /** Of the program that migrated last. */
  version,
  /** The newest that migrated with another release before. */
  previous: version.optional(),
  /** Name of the newest migration. */
  newest: z.string(),
});
export type SchemaRelease = z.infer<typeof SchemaRelease>;

type Queries = Pick<pg.Client | pg.Pool, 'query'>;

const table = 'public.schema_migrations';

/** A comment of the table: every login may read it, a dump keeps it, and no migration has to be there first. */
export async function findSchemaRelease(queries: Queries): Promise<SchemaRelease | null> {
  const { rows } = await queries.query<{ comment: string | null }>(
    `select obj_description(to_regclass($1), 'pg_class') as comment`,
    [table],
  );
  return SchemaRelease.nullable()
    .catch(null)
    .parse(parse(rows[0]?.comment ?? null));
}

function parse(comment: string | null): unknown {
  try {
    return JSON.parse(comment ?? 'null');
  } catch {
    return null;
  }
}

/** Written last, by whoever has migrated; a program whose migrations are older leaves it as it is. */
export async function recordSchemaRelease(client: pg.Client, newest: string, by = versionOf()): Promise<void> {
  const before = await findSchemaRelease(client);
  if (before && (before.newest > newest || compare(before.version, by) > 0)) return;
  const previous = before && compare(before.version, by) !== 0 ? before.version : before?.previous;
  const release = { version: by, ...(previous && { previous }), newest } satisfies SchemaRelease;
  await client.query(`comment on table ${table} is ${client.escapeLiteral(JSON.stringify(release))}`);
}

/** The version before a release fits its schema, and none before that: what it wrote and read may be gone. */
export async function assertSchemaFits(queries: Queries, own = versionOf()): Promise<void> {
  const release = await findSchemaRelease(queries);
  if (release === null || fits(own, release)) return;
  throw new Error(
    `The database is of version ${release.version}, and this program is of ${own}: only the release before it may still run. Start a newer one.`,
  );
}

function fits(own: string, { version, previous }: SchemaRelease): boolean {
  const [mine, there] = [releaseOf(own), releaseOf(version)];
  if (mine.major === there.major) return there.minor - mine.minor <= 1;
  // Which minor version was the last of a major one stands nowhere but in the database.
  return mine.major > there.major || (previous !== undefined && compare(own, previous) === 0);
}

const releaseOf = (text: string) => {
  const [major = 0, minor = 0] = text.split('.').map(Number);
  return { major, minor };
};

/** By release: patches do not count. */
function compare(one: string, other: string): number {
  const [a, b] = [releaseOf(one), releaseOf(other)];
  return a.major - b.major || a.minor - b.minor;
}
