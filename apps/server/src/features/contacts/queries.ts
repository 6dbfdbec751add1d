import { type RawBuilder, sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import { after, containing, inOrder, page } from '#platform/keyset.ts';
import { activeClient } from './active-client.ts';

/** The client is named although the wall narrows to it anyway: only a named one finds its index. */
const own = (ctx: Context) => {
  const clientId = activeClient(ctx);
  return ctx.db
    .selectFrom('contacts')
    .where('organization_id', '=', ctx.organizationId)
    .$if(clientId !== null, (query) => query.where('client_id', '=', clientId));
};

const columns = [
  'id',
  'client_id',
  'email',
  'first_name',
  'last_name',
  'phone',
  'source',
  'status',
  'created_at',
  'updated_at',
] as const;

export type ContactsQuestion = {
  cursor?: string | undefined;
  limit: number;
  search?: string | undefined;
  sort: '-createdAt' | 'createdAt' | 'email' | '-email' | 'name' | '-name';
  tagId?: string | undefined;
  status?: string | undefined;
  source?: string | undefined;
};

const sorted = {
  createdAt: { by: sql`created_at`, type: 'timestamptz' },
  email: { by: sql`email_folded`, type: 'text' },
  name: { by: sql`name_folded`, type: 'text' },
} as const;

/** What contains the words as typed; only if nothing does, what has similar ones. */
export async function findContacts(ctx: Context, question: ContactsQuestion) {
  const { search } = question;
  if (!search) return pageOf(ctx, question);
  const asTyped = await pageOf(ctx, question, sql`search_text like lower(${containing(search)})`);
  if (asTyped.total > 0) return asTyped;
  return pageOf(ctx, question, sql`id = any(${await resembling(ctx, search)}::uuid[])`);
}

async function pageOf(ctx: Context, question: ContactsQuestion, found?: RawBuilder<boolean>) {
  const { limit, status, source, tagId } = question;
  const keyset = {
    ...sorted[question.sort.replace('-', '') as keyof typeof sorted],
    id: sql`id`,
    descending: question.sort.startsWith('-'),
  };
  const matching = own(ctx)
    .$if(status !== undefined, (query) => query.where('status', '=', status ?? ''))
    .$if(source !== undefined, (query) => query.where('source', '=', source ?? ''))
    .$if(tagId !== undefined, (query) => query.where('id', 'in', tagged(ctx, tagId ?? '')))
    .$if(found !== undefined, (query) => query.where(found!));
  const behind = matching
    .select([...columns, 'email_folded', 'name_folded'])
    .where(after(question.cursor, keyset))
    // A fence: match first, then sort. Else the planner walks the sorted index and tests row after row.
    .$if(found !== undefined, (query) => query.offset(0));
  const [rows, count] = await Promise.all([
    ctx.db
      .selectFrom(behind.as('behind'))
      .select(columns)
      .select(sql<string>`${keyset.by}::text`.as('cursor_value'))
      .orderBy(inOrder(keyset))
      .limit(limit + 1)
      .execute(),
    matching.select(({ fn }) => fn.countAll<string>().as('total')).executeTakeFirstOrThrow(),
  ]);
  return { ...page(rows, limit, (row) => row.id), total: Number(count.total) };
}

const tagged = (ctx: Context, tagId: string) =>
  ctx.db
    .selectFrom('contact_tags')
    .select('contact_id as id')
    .where('organization_id', '=', ctx.organizationId)
    .where('tag_id', '=', tagId);

/** Two letters swapped in "johnson" leave a likeness of 0.33. What is much less alike than the best is chance. */
const similar = { least: 0.3, ofBest: 0.8 };
/**
 * A comparison takes about 10 microseconds and no index can serve it: behind row-level security only leakproof operators
 * reach one. So the newest are compared, which are all that a plan with a limit can have, and the best are shown.
 */
const compared = { newest: 25_000, best: 500 };

async function resembling(ctx: Context, search: string): Promise<string[]> {
  const likeness = sql<number>`word_similarity(lower(${search}), search_text)`;
  const newest = own(ctx).select(['id', 'search_text']).orderBy('created_at', 'desc').limit(compared.newest);
  const rows = await ctx.db
    .selectFrom(newest.as('newest'))
    .select(['id', likeness.as('likeness')])
    .where(likeness, '>=', similar.least)
    .orderBy('likeness', 'desc')
    .orderBy('id')
    .limit(compared.best)
    .execute();
  const enough = (rows[0]?.likeness ?? 0) * similar.ofBest;
  return rows.filter(({ likeness }) => likeness >= enough).map(({ id }) => id);
}

export const findContact = (ctx: Context, contactId: string) =>
  own(ctx).select(columns).where('id', '=', contactId).executeTakeFirst();
export type ContactRow = NonNullable<Awaited<ReturnType<typeof findContact>>>;

export const lockContact = (ctx: Context, contactId: string) =>
  own(ctx).select(columns).where('id', '=', contactId).forUpdate().executeTakeFirst();

export type ContactFields = {
  email: string;
  first_name: string | null;
  last_name: string | null;
  phone: string | null;
  source: string;
  status: string;
};

type NewContact = Partial<ContactFields> & Pick<ContactFields, 'email'> & { client_id: string | null };

export const insertContact = (ctx: Context, contact: NewContact) =>
  ctx.db
    .insertInto('contacts')
    .values({ organization_id: ctx.organizationId, ...contact })
    .returning(columns)
    .executeTakeFirstOrThrow();

export const updateContact = (ctx: Context, contactId: string, change: Partial<ContactFields>) =>
  ctx.db
    .updateTable('contacts')
    .set({ ...change, updated_at: sql<Date>`now()` })
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', contactId)
    .returning(columns)
    .executeTakeFirstOrThrow();

export const deleteContact = (ctx: Context, contactId: string) =>
  ctx.db
    .deleteFrom('contacts')
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', contactId)
    .returning(['id', 'client_id'])
    .executeTakeFirst();

/** What the plan counts. After a write of contacts in this transaction the row is held until it ends. */
export const countedContacts = async (ctx: Context): Promise<number> =>
  Number(
    (
      await ctx.db
        .selectFrom('contact_counts')
        .select('counted')
        .where('organization_id', '=', ctx.organizationId)
        .executeTakeFirst()
    )?.counted ?? 0,
  );

export type Activity = { type: string; refId?: string; data?: Record<string, unknown> };

export const insertActivity = (ctx: Context, contact: Pick<ContactRow, 'id' | 'client_id'>, activity: Activity) =>
  ctx.db
    .insertInto('contact_activity')
    .values({
      organization_id: ctx.organizationId,
      contact_id: contact.id,
      client_id: contact.client_id,
      type: activity.type,
      ref_id: activity.refId ?? null,
      data: activity.data ? JSON.stringify(activity.data) : null,
    })
    .execute();

export const deleteActivity = (ctx: Context, contactId: string) =>
  ctx.db
    .deleteFrom('contact_activity')
    .where('organization_id', '=', ctx.organizationId)
    .where('contact_id', '=', contactId)
    .execute();
