import type { Answer } from '@waggle/forms/visible';
import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import { after, inOrder, page } from '#platform/keyset.ts';

export type NewSpam = {
  id: string;
  form_id: string;
  client_id: string | null;
  version: number;
  answers: ReadonlyMap<string, Answer>;
  /** As it was told; only its hash is kept beside the answers. */
  email: string | null;
  reasons: readonly string[];
  label: string;
  way: string;
  submitted_at: Date;
};

export const insertSpam = (ctx: Context, { answers, email, reasons, ...spam }: NewSpam) =>
  ctx.db
    .insertInto('form_spam')
    .values({
      organization_id: ctx.organizationId,
      ...spam,
      reasons: [...reasons],
      answers: JSON.stringify(Object.fromEntries(answers)),
      address_hash: sql<Buffer | null>`public.hash_address('email', ${email}::text)`,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();

const ofForm = (ctx: Context, formId: string) =>
  ctx.db.selectFrom('form_spam').where('organization_id', '=', ctx.organizationId).where('form_id', '=', formId);

/** Oldest of what is deleted when more comes: nobody looks through spam of last spring. */
export const deleteOldSpam = (
  ctx: Context,
  formIds: readonly string[],
  { days, most }: { days: number; most: number },
) =>
  sql`
    delete from form_spam where (organization_id, form_id, submitted_at, id) in (
      select organization_id, form_id, submitted_at, id from form_spam
      where organization_id = ${ctx.organizationId}::uuid and form_id = any(${formIds}::uuid[])
        and submitted_at < now() - make_interval(days => ${days}) limit ${most})`.execute(ctx.db);

type Question = { cursor?: string | undefined; limit: number; sort: 'createdAt' | '-createdAt' };

export async function findSpam(ctx: Context, formId: string, { cursor, limit, sort }: Question) {
  const by = { by: sql`submitted_at`, type: 'timestamptz', id: sql`id`, descending: sort.startsWith('-') } as const;
  const rows = await ofForm(ctx, formId)
    .select(['id', 'submitted_at', 'answers', 'version', 'reasons', 'label', 'way'])
    .select(sql<string>`submitted_at::text`.as('cursor_value'))
    .where(after(cursor, by))
    .orderBy(inOrder(by))
    .limit(limit + 1)
    .execute();
  return page(rows, limit, ({ id }) => id);
}
export type SpamRow = Awaited<ReturnType<typeof findSpam>>['items'][number];

/** At most so many are counted: a wave of spam is not counted one by one. */
export async function countSpam(ctx: Context, formId: string, most: number): Promise<number> {
  const rows = await ofForm(ctx, formId).select('id').limit(most).execute();
  return rows.length;
}

/** Takes one out, and answers what it was. */
export const takeSpam = (ctx: Context, formId: string, id: string) =>
  ctx.db
    .deleteFrom('form_spam')
    .where('organization_id', '=', ctx.organizationId)
    .where('form_id', '=', formId)
    .where('id', '=', id)
    .returning(['id', 'client_id', 'submitted_at', 'answers', 'version', 'way'])
    .executeTakeFirst();

export const deleteAllSpam = (ctx: Context, formId: string) =>
  ctx.db
    .deleteFrom('form_spam')
    .where('organization_id', '=', ctx.organizationId)
    .where('form_id', '=', formId)
    .execute();
