import type { Owner } from '@waggle/contracts/clients';
import { sql } from 'kysely';
import { ownedBy, ownerNamed } from '#features/accounts/index.ts';
import type { Context } from '#platform/context.ts';
import { indexOnlyPlan } from '#platform/database/scoped-query.ts';
import { byNameOrAge, containing, pageWithTotal } from '#platform/keyset.ts';

const own = (ctx: Context) => ctx.db.selectFrom('tags').where('organization_id', '=', ctx.organizationId);
const columns = ['id', 'client_id', 'name', 'color', 'created_at', 'updated_at'] as const;

/** Ids are unlike any other text, so that one found anywhere in the rules is asked for there. */
const uses = (ctx: Context) => [
  sql<string>`coalesce((select contacts from tag_counts known
    where known.organization_id = ${ctx.organizationId} and known.tag_id = tags.id), 0)`.as('contacts'),
  sql<string>`(select count(*) from segments
    where segments.organization_id = ${ctx.organizationId} and strpos(segments.rules::text, tags.id::text) > 0)`.as(
    'segments',
  ),
];

type Question = {
  cursor?: string | undefined;
  limit: number;
  search?: string | undefined;
  sort: 'name' | '-name' | 'createdAt' | '-createdAt';
  owner?: Owner | undefined;
};

export async function findTags(ctx: Context, question: Question) {
  const matching = own(ctx)
    .where(ownedBy(await ownerNamed(ctx, question.owner)))
    .$if(question.search !== undefined, (query) => query.where('name', 'ilike', containing(question.search ?? '')));
  return pageWithTotal(matching, matching.select(columns).select(uses(ctx)), question, byNameOrAge(question.sort));
}

export const findTag = (ctx: Context, tagId: string) =>
  own(ctx).select(columns).where('id', '=', tagId).executeTakeFirst();
/** Held, so that nobody deletes it while a contact is given it. */
export const holdTag = (ctx: Context, tagId: string) =>
  own(ctx).select(columns).where('id', '=', tagId).forKeyShare().executeTakeFirst();
/** Those of them that are there, with whose they are. Held in one order, before anything of contacts is: a merge holds its tags first. */
export async function holdTags(ctx: Context, tagIds: readonly string[]): Promise<ReadonlyMap<string, string | null>> {
  if (tagIds.length === 0) return new Map();
  const rows = await own(ctx)
    .select(['id', 'client_id'])
    .where('id', '=', sql<string>`any(${tagIds}::uuid[])`)
    .orderBy('id')
    .forKeyShare()
    .execute();
  return new Map(rows.map(({ id, client_id }) => [id, client_id]));
}
export type TagRow = NonNullable<Awaited<ReturnType<typeof findTag>>>;

export const insertTag = (ctx: Context, tag: { name: string; color: string; client_id: string | null }) =>
  ctx.db
    .insertInto('tags')
    .values({ organization_id: ctx.organizationId, ...tag })
    .returning(columns)
    .executeTakeFirstOrThrow();

export const updateTag = (ctx: Context, tagId: string, change: { name?: string; color?: string }) =>
  ctx.db
    .updateTable('tags')
    .set({ ...change, updated_at: sql<Date>`now()` })
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', tagId)
    .returning(columns)
    .executeTakeFirst();

/** The tag with how many use it. */
export const readUsedTag = (ctx: Context, tagId: string) =>
  own(ctx).select(columns).select(uses(ctx)).where('id', '=', tagId).executeTakeFirst();
export type UsedTag = NonNullable<Awaited<ReturnType<typeof readUsedTag>>>;

export const lockTag = (ctx: Context, tagId: string) =>
  own(ctx).select(columns).where('id', '=', tagId).forUpdate().executeTakeFirst();

/** From the kept count; undefined where there is no such tag. A tag that nobody ever had has no count yet. */
export async function countTagged(ctx: Context, tagId: string): Promise<number | undefined> {
  const tag = await ctx.db
    .selectFrom('tags')
    .leftJoin('tag_counts as known', (join) =>
      join.onRef('known.organization_id', '=', 'tags.organization_id').onRef('known.tag_id', '=', 'tags.id'),
    )
    .select('known.contacts')
    .where('tags.organization_id', '=', ctx.organizationId)
    .where('tags.id', '=', tagId)
    .executeTakeFirst();
  return tag && Number(tag.contacts ?? 0);
}

/** Small enough for the statement limit of the pool; the transaction around it may take a while. */
const linksAtOnce = 5_000;

/** Takes the tag from some contacts, gives those another one, and says whether there may be more. */
export async function unlinkSome(ctx: Context, tagId: string, intoId?: string): Promise<boolean> {
  const { rows } = await sql<{ taken: string }>`
    with next as materialized (
      select contact_id, contact_created_at from contact_tags
      where organization_id = ${ctx.organizationId} and tag_id = ${tagId}
      order by contact_created_at, contact_id limit ${linksAtOnce}
    ), taken as (
      delete from contact_tags
      where organization_id = ${ctx.organizationId} and tag_id = ${tagId}
        and contact_created_at <= (select max(contact_created_at) from next) and contact_id = any(array(select contact_id from next))
      returning organization_id, contact_id, client_id, created_at, contact_created_at
    ), given as (
      insert into contact_tags (organization_id, contact_id, tag_id, client_id, created_at, contact_created_at)
      select organization_id, contact_id, ${intoId ?? null}::uuid, client_id, created_at, contact_created_at from taken
      where ${intoId !== undefined}::boolean on conflict do nothing
    )
    select count(*) as taken from taken`.execute(ctx.db);
  return Number(rows[0]?.taken) === linksAtOnce;
}

export const deleteTag = (ctx: Context, tagId: string) =>
  ctx.db
    .deleteFrom('tags')
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', tagId)
    .returning('id')
    .executeTakeFirst();

/** The tags of one page of contacts, in one question. */
export const findTagsOf = (ctx: Context, contactIds: string[]) =>
  ctx.db
    .selectFrom('contact_tags as ct')
    .innerJoin('tags as t', (join) =>
      join.onRef('t.organization_id', '=', 'ct.organization_id').onRef('t.id', '=', 'ct.tag_id'),
    )
    .select(['ct.contact_id', 't.id', 't.name', 't.color'])
    .where('ct.organization_id', '=', ctx.organizationId)
    .where('ct.contact_id', '=', sql<string>`any(${contactIds}::uuid[])`)
    .orderBy(sql`lower(t.name)`)
    .orderBy('t.id')
    .execute();

export type TagName = Pick<TagRow, 'id' | 'name' | 'color'>;

/** Those of the given tags that are in sight, in the order people see them in. Found by key and then sorted, as they are few. */
export async function nameTags(ctx: Context, tagIds: string[]): Promise<TagName[]> {
  if (tagIds.length === 0) return [];
  const { rows } = await sql<TagName>`
    with named as materialized (
      select id, name, color from tags where organization_id = ${ctx.organizationId} and id = any(${tagIds}::uuid[])
    )
    select id, name, color from named order by lower(name), id ${indexOnlyPlan}`.execute(ctx.db);
  return rows;
}

/** The dates come from the contact's row itself: a Date here has no microseconds. */
export const insertContactTag = (ctx: Context, contactId: string, tagId: string) =>
  ctx.db
    .insertInto('contact_tags')
    .columns(['organization_id', 'contact_id', 'tag_id', 'client_id', 'contact_created_at'])
    .expression((db) =>
      db
        .selectFrom('contacts')
        .select(['organization_id', 'id', sql<string>`${tagId}::uuid`.as('tag_id'), 'client_id', 'created_at'])
        .where('organization_id', '=', ctx.organizationId)
        .where('id', '=', contactId),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('tag_id')
    .executeTakeFirst();

/** Answers those who did not have it. */
export async function insertContactTags(ctx: Context, pairs: readonly { contact_id: string; tag_id: string }[]) {
  const { rows } = await sql<{ contact_id: string; tag_id: string }>`
    insert into contact_tags (organization_id, contact_id, tag_id, client_id, contact_created_at)
    select distinct contacts.organization_id, contacts.id, pair.tag_id, contacts.client_id, contacts.created_at
    from json_to_recordset(${JSON.stringify(pairs)}::json) as pair (contact_id uuid, tag_id uuid)
    join contacts on contacts.organization_id = ${ctx.organizationId}::uuid and contacts.id = pair.contact_id
    on conflict do nothing returning contact_id, tag_id`.execute(ctx.db);
  return rows;
}

export const deleteContactTag = (ctx: Context, contactId: string, tagId: string) =>
  ctx.db
    .deleteFrom('contact_tags')
    .where('organization_id', '=', ctx.organizationId)
    .where('contact_id', '=', contactId)
    .where('tag_id', '=', tagId)
    .returning('tag_id')
    .executeTakeFirst();

/** Answers those who had it. */
export async function deleteContactTags(ctx: Context, pairs: readonly { contact_id: string; tag_id: string }[]) {
  const { rows } = await sql<{ contact_id: string; tag_id: string; client_id: string | null }>`
    delete from contact_tags using json_to_recordset(${JSON.stringify(pairs)}::json) as pair (contact_id uuid, tag_id uuid)
    where contact_tags.organization_id = ${ctx.organizationId}::uuid and contact_tags.contact_id = pair.contact_id
      and contact_tags.tag_id = pair.tag_id
    returning contact_tags.contact_id, contact_tags.tag_id, contact_tags.client_id`.execute(ctx.db);
  return rows;
}

/** Notes that something happened to the contact, and says when. */
export const touchContact = (ctx: Context, contactId: string) =>
  ctx.db
    .updateTable('contacts')
    .set({ last_activity_at: sql<Date>`now()` })
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', contactId)
    .returning('last_activity_at')
    .executeTakeFirstOrThrow();

/** Tags of a batch of contacts; for emails with parts that only some of them see. */
export async function findTagIdsOf(ctx: Context, contactIds: readonly string[]): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ contactId: string; tagIds: string[] }>`
    select contact_id as "contactId", array_agg(tag_id::text) as "tagIds" from contact_tags
    where organization_id = ${ctx.organizationId}::uuid and contact_id = any(${contactIds}::uuid[])
    group by contact_id`.execute(ctx.db);
  return new Map(rows.map(({ contactId, tagIds }) => [contactId, tagIds]));
}

/** Which of some tags are of that client; null is the organization itself. */
export async function tagsOfClient(
  ctx: Context,
  clientId: string | null,
  tagIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (tagIds.length === 0) return new Set();
  const found = await ctx.db
    .selectFrom('tags')
    .select('id')
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', sql<string>`any(${tagIds}::uuid[])`)
    .where(sql<boolean>`client_id is not distinct from ${clientId}::uuid`)
    .execute();
  return new Set(found.map(({ id }) => id));
}
