import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';

export type Waiting = { formId: string; clientId: string | null; more: number; since: Date };

export async function addWaiting(ctx: Context, { formId, clientId, more, since }: Waiting): Promise<void> {
  await sql`
    insert into form_notices as known (organization_id, form_id, client_id, waiting, since)
    values (${ctx.organizationId}::uuid, ${formId}::uuid, ${clientId}::uuid, ${more}, ${since}::timestamptz)
    on conflict (organization_id, form_id) do update set waiting = known.waiting + excluded.waiting, client_id = excluded.client_id,
      since = least(known.since, excluded.since)`.execute(ctx.db);
}

export type NoticeRow = { waiting: number; since: Date; hourEnds: Date; sent: number };

/** Begins a new hour where the last one is over. */
export async function findWaiting(ctx: Context, formId: string): Promise<NoticeRow | undefined> {
  const { rows } = await sql<NoticeRow>`
    update form_notices set hour_from = case when hour_from < now() - interval '1 hour' then now() else hour_from end,
      sent = case when hour_from < now() - interval '1 hour' then 0 else sent end
    where organization_id = ${ctx.organizationId}::uuid and form_id = ${formId}::uuid and waiting > 0
    returning waiting, since, hour_from + interval '1 hour' as "hourEnds", sent`.execute(ctx.db);
  return rows[0];
}

/** Those that came meanwhile wait on. */
export async function noteTold(ctx: Context, formId: string, told: number): Promise<{ waiting: number } | undefined> {
  const { rows } = await sql<{ waiting: number }>`
    update form_notices set waiting = greatest(waiting - ${told}, 0), sent = sent + 1, since = case when waiting > ${told} then now() end
    where organization_id = ${ctx.organizationId}::uuid and form_id = ${formId}::uuid returning waiting`.execute(
    ctx.db,
  );
  return rows[0];
}

export async function findTold(ctx: Context, formId: string, since: Date, most: number) {
  return ctx.db
    .selectFrom('form_submissions')
    .select(['id', 'answers', 'version', 'submitted_at'])
    .where('organization_id', '=', ctx.organizationId)
    .where('form_id', '=', formId)
    .where('submitted_at', '>=', since)
    .orderBy('submitted_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
}
