import type { ExportField } from '@waggle/contracts/contacts';
import { type RawBuilder, sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import { copyOut } from '#platform/database/copy-out.ts';
import type { Db } from '#platform/database/database.ts';
import { matching, type SettledFilter } from '../list/queries.ts';
import { own } from '../queries.ts';
import { guardedRows } from './guarded-row.ts';
import { firstSign, tagCells } from './tag-cells.ts';

/** Custom fields by key, for everybody in sight; one of the client comes before one of the whole organization. */
export async function findLabels(ctx: Context, keys: string[]): Promise<Map<string, string>> {
  if (keys.length === 0) return new Map();
  const rows = await ctx.db
    .selectFrom('contact_fields')
    .select(['key', 'label'])
    .where('organization_id', '=', ctx.organizationId)
    .where('key', '=', sql<string>`any(${keys}::text[])`)
    .orderBy(sql`client_id is not null`)
    .orderBy('position', 'desc')
    .execute();
  return new Map(rows.map(({ key, label }) => [key, label]));
}

export type ExportQuestion = {
  filter: SettledFilter;
  ids: string[] | undefined;
  fields: ExportField[];
  custom: string[];
  timezone: string;
};

const needed = [
  'id',
  'email',
  'first_name',
  'last_name',
  'phone',
  'company',
  'time_zone',
  'source',
  'created_at',
  'attributes',
] as const;

/** Rows of the file as CSV, guarded against formulas. */
export async function copyContacts(ctx: Context, question: ExportQuestion): Promise<AsyncGenerator<Buffer>> {
  const { ids, fields, custom, timezone } = question;
  const chosen = ids === undefined ? await matching(ctx, question.filter) : named(ctx, ids);
  const cells = sql.join([...fields.map((field) => columns[field]), ...custom.map(customCell)]);
  const contacts = sql`(${chosen.select(needed)}) contact`;
  const column = fields.indexOf('tags');
  const query =
    column < 0
      ? sql`select ${cells} from ${contacts} order by contact.id`
      : sql`select ${cells} from ${contacts}
          left join (${signsByContact(ctx, ids)}) tagged on tagged.contact_id = contact.id`;
  const settings = { ...inOrderOfIds, timezone, datestyle: 'ISO' };
  const writer = async (db: Db) =>
    column < 0 ? guardedRows() : guardedRows({ column, cellOf: tagCells(await readTagNames({ ...ctx, db })) });
  return copyOut(ctx.db, query, { settings, writer });
}

/**
 * Contacts and their tags are both read in the order of their ids and merged on the way: the first row leaves at once, and
 * nothing grows with the number of contacts. A planner left alone builds a hash of all tags first, which takes longer. The
 * merge leaves the rows in order, oldest first; asking for it too would have the tags of everybody written down in between.
 */
const inOrderOfIds = {
  enable_hashjoin: 'off',
  enable_hashagg: 'off',
  enable_sort: 'off',
  enable_material: 'off',
  max_parallel_workers_per_gather: '0',
  jit: 'off',
};

const named = (ctx: Context, ids: string[]) => own(ctx).where('id', '=', sql<string>`any(${ids}::uuid[])`);

const columns: Record<ExportField, RawBuilder<unknown>> = {
  email: sql`contact.email`,
  firstName: sql`contact.first_name`,
  lastName: sql`contact.last_name`,
  phone: sql`contact.phone`,
  company: sql`contact.company`,
  timeZone: sql`contact.time_zone`,
  source: sql`contact.source`,
  // In the time zone of the transaction, which is the organization's: naming it for every row would take as long as all other columns.
  createdAt: sql`contact.created_at::date`,
  tags: sql`tagged.signs`,
};

const customCell = (key: string) => sql`contact.attributes ->> ${key}::text`;

/** In the order of their ids: the first sign stands for the first of them. */
async function readTagNames({ db, organizationId }: Context): Promise<string[]> {
  const rows = await db
    .selectFrom('tags')
    .select('name')
    .where('organization_id', '=', organizationId)
    .orderBy('id')
    .execute();
  return rows.map(({ name }) => name);
}

/**
 * A sign for each tag of a contact, in no order; `tagCells` makes names of them. Names looked up, sorted and joined here
 * took a third longer. The sign comes from a binary search in the ids; links never name a tag that is not there.
 */
const signsByContact = (ctx: Context, ids: string[] | undefined) => sql`
  select contact_id, string_agg(chr(${sql.lit(firstSign - 1)} + width_bucket(tag_id, (
    select array_agg(id order by id) from tags where organization_id = ${ctx.organizationId}))), '') as signs
  from contact_tags
  where organization_id = ${ctx.organizationId} ${ids === undefined ? sql`` : sql`and contact_id = any(${ids}::uuid[])`}
  group by contact_id`;
