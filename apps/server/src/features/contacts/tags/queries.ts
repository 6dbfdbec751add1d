import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import { after, containing, inOrder, page } from '#platform/keyset.ts';

const own = (ctx: Context) => ctx.db.selectFrom('tags').where('organization_id', '=', ctx.organizationId);
const columns = ['id', 'client_id', 'name', 'color', 'created_at', 'updated_at'] as const;

type Question = {
  cursor?: string | undefined;
  limit: number;
  search?: string | undefined;
  sort: 'name' | '-name' | 'createdAt' | '-createdAt';
};

export async function findTags(ctx: Context, question: Question) {
  const byName = question.sort.endsWith('name');
  const keyset = {
    by: byName ? sql`lower(name)` : sql`created_at`,
    type: byName ? ('text' as const) : ('timestamptz' as const),
    id: sql`id`,
    descending: question.sort.startsWith('-'),
  };
  const matching = own(ctx).$if(question.search !== undefined, (query) =>
    query.where('name', 'ilike', containing(question.search ?? '')),
  );
  const [rows, count] = await Promise.all([
    matching
      .select(columns)
      .select(sql<string>`${keyset.by}::text`.as('cursor_value'))
      .where(after(question.cursor, keyset))
      .orderBy(inOrder(keyset))
      .limit(question.limit + 1)
      .execute(),
    matching.select(({ fn }) => fn.countAll<string>().as('total')).executeTakeFirstOrThrow(),
  ]);
  return { ...page(rows, question.limit, (row) => row.id), total: Number(count.total) };
}

export const findTag = (ctx: Context, tagId: string) =>
  own(ctx).select(columns).where('id', '=', tagId).executeTakeFirst();
/** Held, so that nobody deletes it while a contact is given it. */
export const holdTag = (ctx: Context, tagId: string) =>
  own(ctx).select(columns).where('id', '=', tagId).forKeyShare().executeTakeFirst();
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
export type TagOfContact = Awaited<ReturnType<typeof findTagsOf>>[number];

export const insertContactTag = (
  ctx: Context,
  link: { contact_id: string; tag_id: string; client_id: string | null },
) =>
  ctx.db
    .insertInto('contact_tags')
    .values({ organization_id: ctx.organizationId, ...link })
    .onConflict((conflict) => conflict.doNothing())
    .returning('tag_id')
    .executeTakeFirst();

export const deleteContactTag = (ctx: Context, contactId: string, tagId: string) =>
  ctx.db
    .deleteFrom('contact_tags')
    .where('organization_id', '=', ctx.organizationId)
    .where('contact_id', '=', contactId)
    .where('tag_id', '=', tagId)
    .returning('tag_id')
    .executeTakeFirst();
