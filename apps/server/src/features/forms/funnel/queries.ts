import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';

type Of = { form_id: string; version: number; client_id: string | null };
export type DayCounts = Of & { day: string; views: number; starts: number };
export type FieldCounts = Of & { field_id: string; reached: number };

export async function addToDays(ctx: Context, counts: readonly DayCounts[]): Promise<void> {
  await sql`
    insert into form_days as known (organization_id, form_id, version, day, client_id, views, starts)
    select ${ctx.organizationId}::uuid, form_id, version, day, client_id, views, starts
    from json_to_recordset(${JSON.stringify(counts)}::json)
      as more (form_id uuid, version int, day date, client_id uuid, views bigint, starts bigint)
    on conflict (organization_id, form_id, version, day) do update
    set views = known.views + excluded.views, starts = known.starts + excluded.starts`.execute(ctx.db);
}

export async function addToFields(ctx: Context, counts: readonly FieldCounts[]): Promise<void> {
  await sql`
    insert into form_field_counts as known (organization_id, form_id, version, field_id, client_id, reached)
    select ${ctx.organizationId}::uuid, form_id, version, field_id, client_id, reached
    from json_to_recordset(${JSON.stringify(counts)}::json)
      as more (form_id uuid, version int, field_id text, client_id uuid, reached bigint)
    on conflict (organization_id, form_id, version, field_id) do update
    set reached = known.reached + excluded.reached`.execute(ctx.db);
}

export async function countVisits(ctx: Context, formId: string, version: number) {
  const counted = await ctx.db
    .selectFrom('form_days')
    .select([sql<string>`coalesce(sum(views), 0)`.as('views'), sql<string>`coalesce(sum(starts), 0)`.as('starts')])
    .where('organization_id', '=', ctx.organizationId)
    .where('form_id', '=', formId)
    .where('version', '=', version)
    .executeTakeFirstOrThrow();
  return { views: Number(counted.views), starts: Number(counted.starts) };
}

export async function countReached(ctx: Context, formId: string, version: number) {
  const rows = await ctx.db
    .selectFrom('form_field_counts')
    .select(['field_id', 'reached'])
    .where('organization_id', '=', ctx.organizationId)
    .where('form_id', '=', formId)
    .where('version', '=', version)
    .execute();
  return new Map(rows.map(({ field_id, reached }) => [field_id, Number(reached)]));
}
