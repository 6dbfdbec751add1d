import { type EmailMetric, metric } from '#features/engagement/index.ts';
import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import { activeClient } from '#platform/active-client.ts';
import type { Kept } from './kept-stats.ts';

type EarlierRow = { id: string; name: string; sent_at: Date; stats: Kept };

/** Those whose sending has ended, so that their figures are kept. Found along the list's index, newest first. */
export async function findEarlier(
  ctx: Context,
  { clientId, sentAt, campaignId }: { clientId: string | null; sentAt: Date; campaignId: string },
  limit: number,
): Promise<EarlierRow[]> {
  const active = activeClient(ctx);
  const { rows } = await sql<EarlierRow>`
    select id, name, sent_at, stats from campaigns
    where organization_id = ${ctx.organizationId} and status = 'COMPLETED' and id <> ${campaignId}
      and client_id is not distinct from ${clientId}::uuid and (${active}::uuid is null or client_id = ${active}::uuid)
      and sent_at < ${sentAt.toISOString()}::timestamptz and deleted_at is null and contact_id is null and automation_id is null and type <> 'SEQUENCE'
    order by created_at desc, id desc limit ${limit}`.execute(ctx.db);
  return rows;
}

const { opens, clicks, machineOpens, unsureOpens, machineClicks, unsureClicks } = metric.email;
const shown: EmailMetric[] = [opens, clicks, machineOpens, unsureOpens, machineClicks, unsureClicks];

export type Cut = { metric: EmailMetric; part: string; value: string; total: number };

/** From some rows for each day the emails were opened on, however many people got them. */
export async function findCuts(ctx: Context, campaignId: string): Promise<Cut[]> {
  const { rows } = await sql<Cut>`
    select metric, part, value, sum(total)::float8 as total from stat_days
    where organization_id = ${ctx.organizationId} and subject_id = ${campaignId}
      and metric = any(${shown}::smallint[]) and part in ('all', 'device')
    group by metric, part, value`.execute(ctx.db);
  return rows;
}
