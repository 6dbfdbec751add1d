import type { CopyKind } from '@waggle/contracts/client-templates';
import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';

const columns = ['id', 'client_id', 'name', 'kinds'] as const;

const own = (ctx: Context) => ctx.db.selectFrom('client_templates').where('organization_id', '=', ctx.organizationId);

export const findTemplates = (ctx: Context) =>
  own(ctx)
    .select(columns)
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .execute();
export type TemplateRow = Awaited<ReturnType<typeof findTemplates>>[number];

export const findTemplate = (ctx: Context, templateId: string) =>
  own(ctx).select(columns).where('id', '=', templateId).executeTakeFirst();

/** Two who add templates follow each other, so that neither passes the limit. */
export const lockTemplates = (ctx: Context) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`client-templates:${ctx.organizationId}`}, 0))`.execute(ctx.db);

export const countTemplates = async (ctx: Context): Promise<number> =>
  (
    await own(ctx)
      .select(sql<number>`count(*)::int`.as('total'))
      .executeTakeFirstOrThrow()
  ).total;

type Written = { name: string; client_id: string; kinds: CopyKind[] };

export const insertTemplate = (ctx: Context, template: Written) =>
  ctx.db
    .insertInto('client_templates')
    .values({ organization_id: ctx.organizationId, ...template })
    .returning(columns)
    .executeTakeFirstOrThrow();

export const updateTemplate = (ctx: Context, templateId: string, change: Partial<Written>) =>
  ctx.db
    .updateTable('client_templates')
    // Named once more, so that a change of nothing is a statement as well.
    .set({ name: sql.ref('name'), ...change })
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', templateId)
    .returning(columns)
    .executeTakeFirst();

export const deleteTemplate = (ctx: Context, templateId: string) =>
  ctx.db
    .deleteFrom('client_templates')
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', templateId)
    .returning('id')
    .executeTakeFirst();

/** Of two tries of one attempt the second waits here until the first is done. */
export const lockAttempt = (ctx: Context, attempt: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`client-start:${ctx.organizationId}:${attempt}`}, 0))`.execute(
    ctx.db,
  );

export const findStart = (ctx: Context, attempt: string) =>
  ctx.db
    .selectFrom('client_starts')
    .select(['client_id', 'outcome'])
    .where('organization_id', '=', ctx.organizationId)
    .where('attempt', '=', attempt)
    .executeTakeFirst();

export const insertStart = (ctx: Context, start: { client_id: string; attempt: string; outcome: object }) =>
  ctx.db
    .insertInto('client_starts')
    .values({ organization_id: ctx.organizationId, ...start, outcome: JSON.stringify(start.outcome) })
    .execute();
