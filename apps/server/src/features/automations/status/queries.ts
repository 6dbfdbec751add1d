import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';

const ofAutomation = (ctx: Context, automationId: string) => sql`
  organization_id = ${ctx.organizationId}::uuid and automation_id = ${automationId}::uuid`;

/** Nobody is looked for at its places until they are opened again. */
export const closePlaces = (ctx: Context, automationId: string) =>
  sql`update automation_places set next_at = 'infinity' where ${ofAutomation(ctx, automationId)}`.execute(ctx.db);

/** Looked at once; the turn that finds nobody due notes when the next one is. */
export const openPlaces = (ctx: Context, automationId: string) =>
  sql`update automation_places set next_at = now() where ${ofAutomation(ctx, automationId)}`.execute(ctx.db);

/** `to`: what it is once everybody was moved. */
export type Resuming = { after: string | null; byMs: number; to: 'live' | 'closing' };

export const keepResuming = (ctx: Context, automationId: string, resuming: Resuming | null) =>
  ctx.db
    .updateTable('automations')
    .set({ resuming: resuming && JSON.stringify(resuming) })
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', automationId)
    .execute();

/** Held, so that two jobs do not move the same people twice. */
export async function holdResuming(ctx: Context, automationId: string): Promise<Resuming | undefined> {
  const row = await ctx.db
    .selectFrom('automations')
    .select('resuming')
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', automationId)
    .where('status', '=', 'paused')
    .forUpdate()
    .executeTakeFirst();
  return (row?.resuming as Resuming | null | undefined) ?? undefined;
}

/** The next people in the order of their ids. Answers the last of them; null when there are no more. */
export async function shiftNext(
  ctx: Context,
  automationId: string,
  { after, byMs }: Resuming,
  atMost: number,
): Promise<string | null> {
  const { rows } = await sql<{ last: string | null }>`
    with next as materialized (
      select id from automation_runs where ${ofAutomation(ctx, automationId)} and (${after}::uuid is null or id > ${after}::uuid)
      order by id limit ${atMost}
    ), shifted as (
      update automation_runs as run set wake_at = run.wake_at + make_interval(secs => ${byMs / 1_000}::float8),
        deadline = run.deadline + make_interval(secs => ${byMs / 1_000}::float8)
      from next where run.organization_id = ${ctx.organizationId}::uuid and run.id = next.id
    )
    select max(id::text)::uuid as last from next`.execute(ctx.db);
  return rows[0]?.last ?? null;
}
