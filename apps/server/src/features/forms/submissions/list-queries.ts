import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import { after, inOrder, type Keyset, page } from '#platform/keyset.ts';

export type Question = {
  cursor?: string | undefined;
  limit: number;
  search?: string | undefined;
  sort: 'createdAt' | '-createdAt';
};
type Page = { formId: string; keyset: Keyset } & Omit<Question, 'sort'>;

/** Rows in the order of the list that a search looks through by itself: what is common is found there at once. */
const walkedRows = 5_000;
/** Matches that the index collects; where there are more, a walk through the list meets a page of them soon. */
const mostMatches = 20_000;

export const orderOf = (sort: Question['sort']): Keyset => ({
  by: sql`submitted_at`,
  type: 'timestamptz',
  id: sql`id`,
  descending: sort.startsWith('-'),
});

const own = (ctx: Context, formId: string) =>
  ctx.db.selectFrom('form_submissions').where('organization_id', '=', ctx.organizationId).where('form_id', '=', formId);
/** Null once the contact is deleted. */
const contactId = sql<string | null>`(select contacts.id from contacts
  where contacts.organization_id = form_submissions.organization_id and contacts.id = form_submissions.contact_id)`;
const touch = ['touch_kind', 'touch_id', 'touch_subject_id', 'touch_at'] as const;
const shown = ['id', 'submitted_at', 'answers', 'version', 'outcome', ...touch] as const;

export async function findSubmissions(ctx: Context, { formId, keyset, cursor, limit }: Page) {
  const rows = await own(ctx, formId)
    .select(shown)
    .select([contactId.as('contact_id'), sql<string>`submitted_at::text`.as('cursor_value')])
    .where(after(cursor, keyset))
    .orderBy(inOrder(keyset))
    .limit(limit + 1)
    .execute();
  return page(rows, limit, ({ id }) => id);
}
export type SubmissionRow = Omit<
  Awaited<ReturnType<typeof findSubmissions>>['items'][number],
  'cursor_value' | 'contact_id'
> & { contact_id: string | null };

/** Behind a policy no index knows `@@`: first a walk through the next rows of the list, then the function that reads the index. */
export async function searchSubmissions(ctx: Context, asked: Page & { search: string }) {
  const walked = await walk(ctx, asked, walkedRows);
  if (walked.length > asked.limit) return { ...(await read(ctx, asked, walked)), total: null };
  const { total, places } = await match(ctx, asked);
  if (total > mostMatches) return { ...(await read(ctx, asked, await walk(ctx, asked, null))), total: null };
  return { ...(await read(ctx, asked, places)), total };
}

type Place = { submitted_at: Date; id: string };

/** The next places of the list whose answers match, looking at so many rows; null for all of them. */
const walk = async (ctx: Context, { formId, keyset, cursor, limit, search }: Page, rows: number | null) =>
  (
    await sql<Place>`
      select submitted_at, id from (
        select submitted_at, id, search_words from form_submissions
        where organization_id = ${ctx.organizationId}::uuid and form_id = ${formId}::uuid and ${after(cursor, keyset)}
        order by ${inOrder(keyset)} limit ${rows}::int) walked
      where search_words @@ public.submission_query(${formId}::uuid, ${search})
      order by ${inOrder(keyset)} limit ${limit + 1}::int`.execute(ctx.db)
  ).rows;

/** The number of all that match and the next places of the list, both from one reading of the index: two take twice as long. */
async function match(ctx: Context, { formId, keyset, cursor, limit, search }: Page) {
  const { rows } = await sql<{ total: string } & (Place | Record<keyof Place, null>)>`
    with found as materialized (
      select * from public.form_submission_matches(${formId}::uuid, ${search}, ${mostMatches + 1}::int)
    )
    select all_found.total, next.submitted_at, next.id
    from (select count(*) as total from found) all_found
    left join lateral (
      select submitted_at, id from found
      where ${after(cursor, keyset)} order by ${inOrder(keyset)} limit ${limit + 1}::int
    ) next on true`.execute(ctx.db);
  return {
    total: Number(rows[0]?.total),
    places: rows.filter((row): row is { total: string } & Place => row.id !== null),
  };
}

async function read(ctx: Context, { formId, keyset, limit }: Page, places: readonly Place[]) {
  if (places.length === 0) return { items: [], nextCursor: null };
  const rows = await own(ctx, formId)
    .select(shown)
    .select([contactId.as('contact_id'), sql<string>`submitted_at::text`.as('cursor_value')])
    .where('id', '=', sql<string>`any(${places.map(({ id }) => id)}::uuid[])`)
    .orderBy(inOrder(keyset))
    .execute();
  return page(rows, limit, ({ id }) => id);
}

export const findSubmission = (ctx: Context, formId: string, submissionId: string) =>
  own(ctx, formId).select(shown).select(contactId.as('contact_id')).where('id', '=', submissionId).executeTakeFirst();

export const deleteSubmission = (ctx: Context, formId: string, submissionId: string) =>
  ctx.db
    .deleteFrom('form_submissions')
    .where('organization_id', '=', ctx.organizationId)
    .where('form_id', '=', formId)
    .where('id', '=', submissionId)
    .returning('id')
    .executeTakeFirst();
