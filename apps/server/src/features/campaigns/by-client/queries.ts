import { type HoldReason, holdReasonOf } from '@waggle/contracts/campaign-holds';
import type { Bucket } from '#features/engagement/index.ts';
import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import { progressOf } from '../progress/queries.ts';
import { chosenMoment, type Scheduled } from '../schedule.ts';
import { sentFigures } from '../report/sent-figures.sql.ts';

/** When the last campaign of each of the clients began; none for one that never sent. Deleted campaigns, emails to one contact and those of automations are left out. */
export async function findLastSendings(ctx: Context, clientIds: readonly string[]): Promise<Map<string, Date>> {
  const { rows } = await sql<{ client_id: string; sent_at: Date }>`
    select client.id as client_id, last.sent_at from unnest(${clientIds}::uuid[]) client (id) cross join lateral (
      select sent_at from campaigns where organization_id = ${ctx.organizationId}::uuid and client_id = client.id
        and sent_at is not null and deleted_at is null and contact_id is null and automation_id is null order by sent_at desc limit 1
    ) last`.execute(ctx.db);
  return new Map(rows.map(({ client_id, sent_at }) => [client_id, sent_at]));
}

type Counted = { id: string; name: string; clientId: string; sent: number; bounced: number; complained: number };
export type HeldCampaign = Counted & { hold: HoldReason; since: Date; waiting: number };

/** Campaigns of clients that wait for a person, the last held first. Whoever is held is changed by nothing but that person. */
export async function findHeldCampaigns(ctx: Context, most: number): Promise<HeldCampaign[]> {
  const { rows } = await sql<Omit<HeldCampaign, 'hold'> & { hold_reason: string }>`
    select id, name, client_id as "clientId", hold_reason, updated_at as since, progress.waiting, progress.sent,
      coalesce((stats ->> 'bounced')::float8, 0) as bounced, coalesce((stats ->> 'complained')::float8, 0) as complained
    from campaigns cross join lateral (
      select coalesce(sum(people) filter (where state in ('pending', 'claimed', 'offering')), 0)::float8 as waiting,
        coalesce(sum(people) filter (where state = 'accepted'), 0)::float8 as sent
      from (${progressOf(ctx)}) kept
    ) progress
    where organization_id = ${ctx.organizationId}::uuid and status = 'PAUSED' and hold_reason is not null and client_id is not null
      and cancelled_at is null and deleted_at is null and contact_id is null
    order by updated_at desc, id limit ${most}`.execute(ctx.db);
  return rows.map(({ hold_reason, ...row }) => ({ ...row, hold: holdReasonOf(hold_reason) }));
}

type PlannedCampaign = { id: string; name: string; clientId: string; at: Date };

/** The next campaign of each client that has one planned. */
export async function findNextCampaigns(ctx: Context): Promise<Map<string, PlannedCampaign>> {
  const { rows } = await sql<Omit<PlannedCampaign, 'at'> & Scheduled>`
    select distinct on (client_id) id, name, client_id as "clientId", scheduled_at, scheduled_local, scheduled_zone, each_zone from campaigns
    where organization_id = ${ctx.organizationId}::uuid and status = 'ACTIVE' and sent_at is null and cancelled_at is null
      and scheduled_at is not null and client_id is not null and deleted_at is null and contact_id is null
    order by client_id, scheduled_at, id`.execute(ctx.db);
  return new Map(
    rows.map(({ id, name, clientId, ...schedule }) => [clientId, { id, name, clientId, at: chosenMoment(schedule)! }]),
  );
}

export type ReportedCampaign = Counted & { sentAt: Date };

/** Of each of the clients the campaign of the span that came back, or was complained about, most often. */
export async function findMostReported(
  ctx: Context,
  by: 'bounced' | 'complained',
  span: Bucket,
  clientIds: readonly string[],
): Promise<Map<string, ReportedCampaign>> {
  if (clientIds.length === 0) return new Map();
  const { rows } = await sql<ReportedCampaign>`
    select distinct on (client_id) id, name, client_id as "clientId", sent_at as "sentAt", sent::float8, bounced::float8, complained::float8
    from (${sentFigures(ctx)}) as campaign
    where client_id = any(${clientIds}::uuid[]) and sent_at >= ${instant(span.from)}::timestamptz and sent_at < ${instant(span.to)}::timestamptz
    order by client_id, ${sql.ref(by)} desc, sent_at desc, id`.execute(ctx.db);
  return new Map(rows.map((row) => [row.clientId, row]));
}

const instant = (milliseconds: number): string => new Date(milliseconds).toISOString();
