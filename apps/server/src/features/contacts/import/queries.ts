import { sql } from 'kysely';
import { activeClient } from '#platform/active-client.ts';
import type { Context } from '#platform/context.ts';
import { pageWithTotal } from '#platform/keyset.ts';

const columns = [
  'id',
  'client_id',
  'kind',
  'name',
  'state',
  'bytes',
  'encoding',
  'delimiter',
  'columns',
  'plan',
  'rows',
  'position',
  'checked',
  'counts',
  'failure',
  'undone',
  'created_at',
  'started_at',
  'finished_at',
  'undo_until',
  'created_by',
] as const;

const own = (ctx: Context) => {
  const clientId = activeClient(ctx);
  return ctx.db
    .selectFrom('imports')
    .where('organization_id', '=', ctx.organizationId)
    .$if(clientId !== null, (query) => query.where('client_id', '=', clientId));
};

export const findImport = (ctx: Context, importId: string) =>
  own(ctx).select(columns).where('id', '=', importId).executeTakeFirst();
export type ImportRow = NonNullable<Awaited<ReturnType<typeof findImport>>>;

export const lockImport = (ctx: Context, importId: string) =>
  own(ctx).select(columns).where('id', '=', importId).forUpdate().executeTakeFirst();

type Question = {
  cursor?: string | undefined;
  limit: number;
  search?: string | undefined;
  sort: '-createdAt' | 'createdAt';
};

export async function findImports(ctx: Context, question: Question) {
  const keyset = {
    by: sql`created_at`,
    type: 'timestamptz' as const,
    id: sql`id`,
    descending: question.sort.startsWith('-'),
  };
  const matching = own(ctx).$if(question.search !== undefined && question.search !== '', (query) =>
    query.where(sql<boolean>`position(lower(${question.search ?? ''}) in lower(name)) > 0`),
  );
  return pageWithTotal(matching, matching.select(columns), question, keyset);
}

type NewImport = { kind: string; name: string; bytes: number; client_id: string | null; created_by: string | null };

export const insertImport = (ctx: Context, row: NewImport) =>
  ctx.db
    .insertInto('imports')
    .values({ organization_id: ctx.organizationId, ...row })
    .returning(columns)
    .executeTakeFirstOrThrow();

type State = ImportRow['state'];
type Change = {
  state?: string;
  encoding?: string;
  delimiter?: string;
  columns?: unknown;
  plan?: unknown;
  rows?: number | null;
  position?: number;
  checked?: unknown;
  counts?: unknown;
  undone?: unknown;
  failure?: string | null;
  started_at?: Date | null;
  finished_at?: Date | null;
  undo_until?: Date | null;
};

const asJson = ({ columns, plan, checked, counts, undone, ...rest }: Change) => ({
  ...rest,
  ...Object.fromEntries(
    Object.entries({ columns, plan, checked, counts, undone })
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, value === null ? null : JSON.stringify(value)]),
  ),
});

/** Changes the import only in one of these states; no row back means that it is in another. */
export const moveImport = (ctx: Context, importId: string, from: readonly State[], change: Change) =>
  ctx.db
    .updateTable('imports')
    .set(asJson(change))
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', importId)
    .where('state', 'in', [...from])
    .returning(columns)
    .executeTakeFirst();

export const advance = (ctx: Context, importId: string, change: Pick<Change, 'position' | 'counts' | 'undone'>) =>
  ctx.db
    .updateTable('imports')
    .set(asJson(change))
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', importId)
    .execute();

/** How far a dry run has come. False once another one was begun: each is known by the time it began. */
export const noteChecked = async (
  ctx: Context,
  importId: string,
  begun: Date,
  change: Pick<Change, 'position' | 'checked' | 'rows' | 'state' | 'failure'>,
): Promise<boolean> => {
  const { numUpdatedRows } = await ctx.db
    .updateTable('imports')
    .set(asJson(change))
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', importId)
    .where('state', '=', 'checking')
    .where('started_at', '=', begun)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
};

/** Their parts and errors go with them. */
export const deleteNeverStarted = (ctx: Context) =>
  ctx.db
    .deleteFrom('imports')
    .where('organization_id', '=', ctx.organizationId)
    .where('state', 'in', ['uploading', 'uploaded', 'checking', 'checked'])
    .where('created_at', '<', sql<Date>`now() - interval '1 day'`)
    .execute();

/** Those with error rows left although nobody can undo them any more; errors are personal data and go when the undo does. */
export const findForgettable = (ctx: Context) =>
  ctx.db
    .selectFrom('imports')
    .select('id')
    .where('organization_id', '=', ctx.organizationId)
    .where('undo_until', '<', sql<Date>`now()`)
    .where((build) =>
      build.exists(
        build
          .selectFrom('import_errors')
          .select('row_number')
          .whereRef('import_errors.organization_id', '=', 'imports.organization_id')
          .whereRef('import_errors.import_id', '=', 'imports.id'),
      ),
    )
    .execute();

const sum = (...keys: string[]) =>
  sql<number>`(${sql.join(
    keys.map((key) => sql`coalesce((counts ->> ${sql.lit(key)})::int, 0)`),
    sql` + `,
  )})`;

/** What came of them, by the three figures of the summary. */
export const findImportResults = (ctx: Context, importIds: readonly string[]) =>
  own(ctx)
    .select(['id', 'name', 'state'])
    .select([
      sum('created', 'updated').as('imported'),
      sum('duplicate', 'unchanged').as('duplicates'),
      sum('invalid', 'blocked', 'overLimit').as('errors'),
    ])
    .where('id', '=', sql<string>`any(${importIds}::uuid[])`)
    .execute();

/** Names of those who are still there, by id. */
export async function findAuthors(ctx: Context, rows: readonly Pick<ImportRow, 'created_by'>[]) {
  const ids = [...new Set(rows.flatMap(({ created_by }) => created_by ?? []))];
  if (ids.length === 0) return new Map<string, string>();
  const { rows: people } = await sql<{ id: string; name: string }>`
    select id, name from directory.users where organization_id = ${ctx.organizationId}::uuid and id = any(${ids}::uuid[])`.execute(
    ctx.db,
  );
  return new Map(people.map(({ id, name }) => [id, name]));
}

type Part = { import_id: string; client_id: string | null; part: number; content: Buffer };

export const upsertPart = (ctx: Context, part: Part) =>
  ctx.db
    .insertInto('import_parts')
    .values({ organization_id: ctx.organizationId, ...part })
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'import_id', 'part']).doUpdateSet({ content: part.content }),
    )
    .execute();

const partsOf = (ctx: Context, importId: string) =>
  ctx.db.selectFrom('import_parts').where('organization_id', '=', ctx.organizationId).where('import_id', '=', importId);

/** Bytes of a part from a place on. Stored uncompressed, so only what is asked for is read. */
export const findSlice = (ctx: Context, importId: string, part: number, { at, bytes }: { at: number; bytes: number }) =>
  partsOf(ctx, importId)
    .select(sql<Buffer>`substring(content from ${at + 1}::int for ${bytes}::int)`.as('content'))
    .where('part', '=', part)
    .executeTakeFirst();

export const uploadedBytes = async (ctx: Context, importId: string): Promise<number> => {
  const { bytes } = await partsOf(ctx, importId)
    .select(sql<string>`coalesce(sum(octet_length(content)), 0)`.as('bytes'))
    .executeTakeFirstOrThrow();
  return Number(bytes);
};

export const deleteParts = (ctx: Context, importId: string) =>
  ctx.db
    .deleteFrom('import_parts')
    .where('organization_id', '=', ctx.organizationId)
    .where('import_id', '=', importId)
    .execute();

/** Some of the errors of an import, in chunks: a million at once would hold the row of the import for long. */
export async function deleteErrors(ctx: Context, importId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from import_errors where organization_id = ${ctx.organizationId} and import_id = ${importId} and row_number in (
      select row_number from import_errors where organization_id = ${ctx.organizationId} and import_id = ${importId} limit 5000)`.execute(
    ctx.db,
  );
  return numAffectedRows === 5_000n;
}

/** Read here, because a row may have 200 cells and its name is in two. */
const nameInRow = sql<string | null>`(
  select nullif(trim(string_agg(left(e.cells ->> (place - 1)::int, 100), ' ' order by plan.column_ ->> 'to' = 'lastName', place)), '')
  from jsonb_array_elements(imports.plan -> 'columns') with ordinality plan (column_, place)
  where plan.column_ ->> 'to' in ('firstName', 'lastName', 'fullName'))`;

export async function findFirstErrors(ctx: Context, importIds: string[], most: number) {
  if (importIds.length === 0) return [];
  const { rows } = await sql<{
    import_id: string;
    row_number: string;
    kind: string;
    email: string | null;
    name: string | null;
    message: string;
  }>`
    select e.import_id, e.row_number, e.kind, e.email, e.message, ${nameInRow} as name
    from unnest(${importIds}::uuid[]) as wanted (id)
    join imports on imports.organization_id = ${ctx.organizationId} and imports.id = wanted.id, lateral (
      select import_id, row_number, kind, email, message, cells from import_errors
      where organization_id = ${ctx.organizationId} and import_id = wanted.id order by row_number limit ${most}) e`.execute(
    ctx.db,
  );
  return rows;
}
export type ErrorRow = Awaited<ReturnType<typeof findFirstErrors>>[number];

export const findErrorsAfter = (ctx: Context, importId: string, row: number, most: number) =>
  ctx.db
    .selectFrom('import_errors')
    .select(['row_number', 'message', 'cells'])
    .where('organization_id', '=', ctx.organizationId)
    .where('import_id', '=', importId)
    .where('row_number', '>', String(row))
    .orderBy('row_number')
    .limit(most)
    .execute();

export const findFields = (ctx: Context, clientId: string | null) =>
  ctx.db
    .selectFrom('contact_fields')
    .select(['key', 'label', 'type', 'options'])
    .where('organization_id', '=', ctx.organizationId)
    .where((where) =>
      where.or([where('client_id', 'is', null), ...(clientId === null ? [] : [where('client_id', '=', clientId)])]),
    )
    .orderBy('position')
    .execute();

export const findTags = (ctx: Context, tagIds: string[]) =>
  ctx.db
    .selectFrom('tags')
    .select(['id', 'client_id'])
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', sql<string>`any(${tagIds}::uuid[])`)
    .execute();
