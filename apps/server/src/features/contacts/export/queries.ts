import type { ExportField } from '@waggle/contracts/contacts';
import { type RawBuilder, sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import { copyOut } from '#platform/database/copy-out.ts';
import { matching, type SettledFilter } from '../list/queries.ts';
import { own } from '../queries.ts';
import { writeGuarded } from './guarded-row.ts';

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

const needed = ['id', 'email', 'first_name', 'last_name', 'phone', 'source', 'created_at', 'attributes'] as const;

/** Rows of the file as CSV, guarded against formulas. */
export async function copyContacts(ctx: Context, question: ExportQuestion): Promise<AsyncGenerator<Buffer>> {
  const { ids, fields, custom, timezone } = question;
  const chosen = ids === undefined ? await matching(ctx, question.filter) : named(ctx, ids);
  const cells = sql.join([...fields.map((field) => columns[field](ctx)), ...custom.map(customCell)]);
  const contacts = sql`(${chosen.select(needed)}) contact`;
  const query = fields.includes('tags')
    ? sql`with known as materialized (${knownTags(ctx)}) select ${cells}
        from ${contacts} left join (${tagsByContact(ctx, ids)}) tagged on tagged.contact_id = contact.id`
    : sql`select ${cells} from ${contacts} order by contact.id`;
  return copyOut(ctx.db, query, { settings: { ...inOrderOfIds, timezone, datestyle: 'ISO' }, write: writeGuarded });
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

/** Nothing is null, so that every cell is in quotes. */
const orEmpty = (cell: RawBuilder<unknown>) => sql`coalesce(${cell}, '')`;

const columns: Record<ExportField, (ctx: Context) => RawBuilder<unknown>> = {
  email: () => sql`contact.email`,
  firstName: () => orEmpty(sql`contact.first_name`),
  lastName: () => orEmpty(sql`contact.last_name`),
  phone: () => orEmpty(sql`contact.phone`),
  source: () => sql`contact.source`,
  // In the time zone of the transaction, which is the organization's: naming it for every row would take as long as all other columns.
  createdAt: () => sql`contact.created_at::date`,
  tags: tagCell,
};

const customCell = (key: string) => orEmpty(sql`contact.attributes ->> ${key}::text`);

/**
 * Once for the whole file: tags by id with the place of each among the names, and the names in order as joinTags() writes
 * them. Small numbers are what a million contacts can be grouped by; texts take twice as long.
 */
const knownTags = (ctx: Context) => sql`
  select array_agg(id order by id) as ids, array_agg(place order by id) as places, jsonb_agg(name order by place) as names
  from (
    select id, name, row_number() over (order by name)::int - 1 as place from (
      select id, replace(replace(name, '\\', '\\\\'), ';', '\\;') collate "C" as name from tags
      where organization_id = ${ctx.organizationId}
    ) written
  ) placed`;

/** A binary search in the ids. Links never name a tag that is not there. */
const place = sql`(select places from known)[width_bucket(tag_id, (select ids from known))]`;
const nameAt = (at: RawBuilder<unknown>) => sql`((select names from known) ->> ${at})`;

/** The first, the last and the number of a contact's tags: up to two need no sorting. */
const tagsByContact = (ctx: Context, ids: string[] | undefined) => sql`
  select contact_id, count(*) as tags, min(place) as first, max(place) as last from (
    select contact_id, ${place} as place from contact_tags
    where organization_id = ${ctx.organizationId} ${ids === undefined ? sql`` : sql`and contact_id = any(${ids}::uuid[])`}
    order by contact_id
  ) placed group by contact_id`;

/** In the order of their names, by bytes. */
function tagCell(ctx: Context): RawBuilder<unknown> {
  return sql`case when tags is null then '' when tags = 1 then ${nameAt(sql`first`)}
    when tags = 2 then ${nameAt(sql`first`)} || '; ' || ${nameAt(sql`last`)}
    else (
      select string_agg(${nameAt(sql`place`)}, '; ' order by place) from (
        select ${place} as place from contact_tags
        where organization_id = ${ctx.organizationId} and contact_id = contact.id
      ) placed) end`;
}
