import { sql } from 'kysely';
import { activeClient } from '#platform/active-client.ts';
import type { Context } from '#platform/context.ts';
import type { LeftOutSoFar } from './entry-answer.ts';

const own = (ctx: Context) =>
  ctx.db.selectFrom('contact_batches').where('contact_batches.organization_id', '=', ctx.organizationId);

const columns = [
  'contact_batches.id',
  'contact_batches.client_id',
  'contact_batches.action',
  'contact_batches.params',
  'contact_batches.target',
  'contact_batches.state',
  'contact_batches.total',
  'contact_batches.seen',
  'contact_batches.changed',
  'contact_batches.restored',
  'contact_batches.last_id',
  'contact_batches.created_at',
  'contact_batches.finished_at',
  'contact_batches.undo_until',
  'contact_batches.left_out',
] as const;

/** Held until the transaction ends: one step of a batch at a time. */
export const lockBatch = (ctx: Context, batchId: string) =>
  own(ctx).select(columns).where('contact_batches.id', '=', batchId).forUpdate().executeTakeFirst();
export type BatchRow = NonNullable<Awaited<ReturnType<typeof lockBatch>>>;

const withTag = (ctx: Context) =>
  own(ctx)
    .leftJoin('tags', (join) =>
      join
        .onRef('tags.organization_id', '=', 'contact_batches.organization_id')
        .on(sql<boolean>`tags.id = (contact_batches.params->>'tagId')::uuid`),
    )
    .leftJoin('automations', (join) =>
      join
        .onRef('automations.organization_id', '=', 'contact_batches.organization_id')
        .on(sql<boolean>`automations.id = (contact_batches.params->>'automationId')::uuid`),
    )
    .select(columns)
    .select(['tags.id as tag_id', 'tags.name as tag_name', 'tags.color as tag_color'])
    .select(['automations.id as automation_id', 'automations.name as automation_name']);

export const findBatch = (ctx: Context, batchId: string) =>
  withTag(ctx).where('contact_batches.id', '=', batchId).executeTakeFirst();
export type ShownBatch = NonNullable<Awaited<ReturnType<typeof findBatch>>>;

/** Far more than anybody starts in a day. */
const mostListed = 50;

export const findRecentBatches = (ctx: Context) =>
  withTag(ctx)
    .where(
      sql<boolean>`(contact_batches.state in ('running', 'undoing') or contact_batches.created_at > now() - interval '1 day')`,
    )
    .orderBy('contact_batches.created_at', 'desc')
    .orderBy('contact_batches.id', 'desc')
    .limit(mostListed)
    .execute();

type NewBatch = { action: string; params: object; target: object; total: number };

export const insertBatch = (ctx: Context, { action, params, target, total }: NewBatch) =>
  ctx.db
    .insertInto('contact_batches')
    .values({
      organization_id: ctx.organizationId,
      client_id: activeClient(ctx),
      action,
      params: JSON.stringify(params),
      target: JSON.stringify(target),
      total,
      created_by: ctx.actor.kind === 'user' ? ctx.actor.userId : null,
      undo_until: action === 'enter' ? sql<Date>`now()` : sql<Date>`now() + interval '24 hours'`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();

type Progress = {
  seen?: number;
  changed?: number;
  restored?: number;
  leftOut?: LeftOutSoFar;
  lastId: string | null;
  done: 'done' | 'undone' | null;
};

export const advance = (ctx: Context, batchId: string, progress: Progress) =>
  ctx.db
    .updateTable('contact_batches')
    .set({
      seen: sql`seen + ${progress.seen ?? 0}::int`,
      changed: sql`changed + ${progress.changed ?? 0}::int`,
      restored: sql`restored + ${progress.restored ?? 0}::int`,
      last_id: progress.lastId,
      ...(progress.leftOut ? { left_out: JSON.stringify(progress.leftOut) } : {}),
      ...(progress.done ? { state: progress.done, finished_at: sql<Date>`now()` } : {}),
    })
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', batchId)
    .execute();

/** From the first contact again. A batch that still runs stops where it is. */
export const beginUndo = (ctx: Context, batchId: string) =>
  ctx.db
    .updateTable('contact_batches')
    .set({ state: 'undoing', last_id: null, finished_at: sql<Date>`coalesce(finished_at, now())` })
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', batchId)
    .where('state', 'in', ['running', 'done'])
    .where('undo_until', '>', sql<Date>`now()`)
    .returning('id')
    .executeTakeFirst();

/** A job sees the whole organization; the person who began this saw one client. */
export const narrowTo = (ctx: Context, clientId: string) =>
  sql`select set_config('app.client_id', ${clientId}, true)`.execute(ctx.db);
