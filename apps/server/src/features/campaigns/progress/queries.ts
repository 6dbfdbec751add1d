import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import type { Db } from '#platform/database/database.ts';

/** Both in one statement, so that a fold in between is seen as a whole or not at all. */
const kept = (ctx: Context, campaignIds: readonly string[]) => sql`
  select campaign_id, state, people from campaign_progress
    where organization_id = ${ctx.organizationId}::uuid and campaign_id = any(${campaignIds}::uuid[])
  union all select campaign_id, state, people from campaign_progress_deltas
    where organization_id = ${ctx.organizationId}::uuid and campaign_id = any(${campaignIds}::uuid[])`;

/** The same of each row of `campaigns`, for a lateral join. */
export const progressOf = (ctx: Context) => sql`
  select state, people from campaign_progress where organization_id = ${ctx.organizationId}::uuid and campaign_id = campaigns.id
  union all select state, people from campaign_progress_deltas
    where organization_id = ${ctx.organizationId}::uuid and campaign_id = campaigns.id`;

/** How many of each campaign's ledger are in each state. */
export async function findProgress(
  ctx: Context,
  campaignIds: readonly string[],
): Promise<Map<string, Record<string, number>>> {
  const { rows } = await sql<{ campaignId: string; progress: Record<string, number> }>`
    select campaign_id as "campaignId", jsonb_object_agg(state, people) as progress from (
      select campaign_id, state, sum(people) as people from (${kept(ctx, campaignIds)}) as counted
      where state <> 'retryable' group by campaign_id, state having sum(people) <> 0
    ) as summed group by campaign_id`.execute(ctx.db);
  return new Map(rows.map(({ campaignId, progress }) => [campaignId, progress]));
}

type Counted = { id: string; month: string | null; counts_kept: boolean };

/** Those who failed for a passing reason. */
export async function countRetryable(ctx: Context, { id, month, counts_kept: isKept }: Counted): Promise<number> {
  if (month === null) return 0;
  const { rows } = await sql<{ people: number }>`
    select coalesce(sum(people), 0)::float8 as people from (${
      isKept
        ? kept(ctx, [id])
        : sql`select 'retryable' as state, count(*) as people from campaign_sends
            where organization_id = ${ctx.organizationId}::uuid and campaign_id = ${id}::uuid and campaign_month = ${month}::date
              and state = 'failed' and retryable`
    }) as counted where state = 'retryable'`.execute(ctx.db);
  return rows[0]?.people ?? 0;
}

type Spread = { id: string; month: string | null; each_zone: boolean; status: string };

/** When the last of those is due who wait for a time in their zone. By the index of who is due, from its end. */
export async function findLastDue(ctx: Context, { id, month, each_zone, status }: Spread): Promise<Date | null> {
  if (!each_zone || month === null || (status !== 'ACTIVE' && status !== 'PAUSED')) return null;
  const { rows } = await sql<{ due: Date }>`
    select next_attempt_at as due from campaign_sends where organization_id = ${ctx.organizationId}::uuid
      and campaign_id = ${id}::uuid and campaign_month = ${month}::date and state = 'pending' and next_attempt_at > now()
    order by next_attempt_at desc limit 1`.execute(ctx.db);
  return rows[0]?.due ?? null;
}

export type Unfolded = { organizationId: string; campaignId: string };

export async function unfoldedCampaigns(sweep: Db): Promise<Unfolded[]> {
  const { rows } = await sql<Unfolded>`
    select organization_id as "organizationId", campaign_id as "campaignId" from campaign_progress_deltas
    union select organization_id, campaign_id from campaign_mailbox_deltas
    union select organization_id, campaign_id from campaign_cohorts where not is_folded`.execute(sweep);
  return rows;
}

/** One at a time: a second worker leaves it to the first. */
export async function lockFigures(ctx: Context, campaignId: string): Promise<boolean> {
  const { rows } = await sql<{ isFree: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`campaign-progress:${campaignId}`}, 0)) as "isFree"`.execute(
    ctx.db,
  );
  return rows[0]?.isFree ?? false;
}

/** What was added becomes part of the row of its state. By whoever holds the lock. */
export async function foldProgress(ctx: Context, campaignId: string): Promise<void> {
  await sql`
    with taken as (
      delete from campaign_progress_deltas where organization_id = ${ctx.organizationId}::uuid and campaign_id = ${campaignId}::uuid
      returning client_id, state, people
    )
    insert into campaign_progress as known (organization_id, campaign_id, client_id, state, people)
    select ${ctx.organizationId}::uuid, ${campaignId}::uuid, client_id, state, sum(people) from taken
    -- Rows of a ledger whose campaign is gone are nobody's figures.
    where exists (select from campaigns where organization_id = ${ctx.organizationId}::uuid and id = ${campaignId}::uuid)
    group by client_id, state
    on conflict (organization_id, campaign_id, state, client_id) do update set people = known.people + excluded.people`.execute(
    ctx.db,
  );
}
