import { metric } from '#features/engagement/index.ts';
import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import { prepared } from '#platform/database/scoped-query.ts';
import type { Signals } from '#platform/inbox/event.ts';
import type { DeliveryEvent } from '../delivery-events/delivery-event.ts';
import type { Mark } from '../delivery-events/queries.ts';
import type { AlikeOnDay, Kept } from '../delivery-events/tally.ts';

export type Ledger = { campaignId: string; clientId: string | null; month: string };

/** A row of the ledger with the times it shows. */
export type LedgerRow = Omit<Mark, 'arrived'> & { clientId: string | null; state: string };

/** Statements of the drain are planned once and count on it that their transaction reads no table whole. */
export const goByKeys = async (ctx: Context): Promise<void> => {
  await sql`select set_config('enable_seqscan', 'off', true)`.execute(ctx.db);
};

/** Rows after the one named, in the order of the key. */
export async function findStretch(
  ctx: Context,
  { campaignId, month }: Ledger,
  after: string | null,
  limit: number,
): Promise<LedgerRow[]> {
  const { rows } = await sql<LedgerRow>`
    select id as "sendId", campaign_id as "campaignId", to_char(campaign_month, 'YYYY-MM-DD') as month,
      contact_id as "contactId", client_id as "clientId", state, ${milliseconds('delivered_at')} as "deliveredAt",
      ${milliseconds('opened_at')} as "openedAt", ${milliseconds('clicked_at')} as "clickedAt",
      ${milliseconds('bounced_at')} as "bouncedAt", ${milliseconds('complained_at')} as "complainedAt",
      ${milliseconds('unsubscribed_at')} as "unsubscribedAt"
    from campaign_sends
    where organization_id = ${ctx.organizationId} and campaign_id = ${campaignId} and campaign_month = ${month}::date
      ${after === null ? sql`` : sql`and contact_id > ${after}`}
    order by contact_id limit ${limit}`.execute(ctx.db);
  return rows;
}

const milliseconds = (column: string) => sql`(extract(epoch from ${sql.ref(column)}) * 1000)::float8`;

/** What the inbox still knows of these requests: it forgets after 30 days. */
export async function findSignals(ctx: Context, hits: readonly DeliveryEvent[]): Promise<Map<string, Signals>> {
  if (hits.length === 0) return new Map();
  const days = hits.map(({ happenedAt }) => new Date(happenedAt).toISOString().slice(0, 10));
  const { rows } = await sql<{ id: string; signals: Signals }>`
    select given.id, event.signals from unnest(${hits.map(({ id }) => id)}::uuid[], ${days}::date[]) given (id, day)
    cross join lateral (
      select payload as signals from inbox_events
      where organization_id = ${ctx.organizationId} and id = given.id and received_on = given.day
        and kind in ('open', 'click') limit 1
    ) event ${prepared}`.execute(ctx.db);
  return new Map(rows.map(({ id, signals }) => [id, signals]));
}

/** Until the transaction ends nobody else repairs these figures: what two found missing would be added twice. */
export const lockRecount = async (ctx: Context, { campaignId }: Ledger): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`recount:${campaignId}`}, 0))`.execute(ctx.db);
};

export type Figures = {
  eventsByHour: (Pick<DeliveryEvent, 'kind' | 'label' | 'isFirst'> & { hourStart: number; events: number })[];
  eventsByDay: (AlikeOnDay & { day: string; events: number })[];
  /** Mails with a fact of the kind, by whomever. */
  mails: { opened: number; clicked: number };
  /** Mails of the ledger by what it shows of them. */
  shown: Record<'delivered' | 'opened' | 'clicked' | 'bounced' | 'complained' | 'unsubscribed', number>;
  states: Record<string, number>;
  keptHours: Kept['hours'];
  keptDays: Kept['days'];
  keptStats: Record<string, number> & { progress?: Record<string, number> };
};

/**
 * What is kept of a campaign and what its delivery events and its ledger say, as they were at one moment: a single statement, so that
 * the difference holds whatever is counted meanwhile. The database does the counting and answers with groups.
 */
export async function findFigures(ctx: Context, { campaignId, month }: Ledger, timezone: string): Promise<Figures> {
  const { rows } = await sql<{ figures: Figures }>`
    with delivery_event as materialized (
      select kind, label, first_of_day as "isFirst", link_no as "linkNo", device, country, send_id, happened_at
      from engagement_events
      where organization_id = ${ctx.organizationId} and subject_id = ${campaignId} and send_id is not null
        and happened_at >= ${month}::date - 1
    ), mail as materialized (
      select state, delivered_at, opened_at, clicked_at, bounced_at, complained_at, unsubscribed_at from campaign_sends
      where organization_id = ${ctx.organizationId} and campaign_id = ${campaignId} and campaign_month = ${month}::date
    ), by_hour as (
      select kind, label, "isFirst", ${milliseconds('hour')} as "hourStart", events from (
        select kind, label, "isFirst", date_trunc('hour', happened_at, ${timezone}) as hour, count(*) as events
        from delivery_event group by 1, 2, 3, 4) hours
    ), by_day as (
      select kind, label, "isFirst", "linkNo", device, country, (happened_at at time zone ${timezone})::date::text as day,
        count(*) as events
      from delivery_event group by 1, 2, 3, 4, 5, 6, 7
    ), kept_hour as (
      select metric, ${milliseconds('hour')} as "hourStart", sum(total) as total from stat_hours
      where organization_id = ${ctx.organizationId} and subject_id = ${campaignId}
        and metric = any(${emailMetrics}::smallint[]) group by metric, hour
    ), kept_day as (
      select metric, part, day::text, value, total from stat_days
      where organization_id = ${ctx.organizationId} and subject_id = ${campaignId}
        and metric = any(${emailMetrics}::smallint[])
    )
    select json_build_object(
      'eventsByHour', (select coalesce(json_agg(by_hour), '[]') from by_hour),
      'eventsByDay', (select coalesce(json_agg(by_day), '[]') from by_day),
      'mails', (select json_build_object('opened', count(distinct send_id) filter (where kind = 'opened'),
        'clicked', count(distinct send_id) filter (where kind = 'clicked')) from delivery_event),
      'shown', (select json_build_object('delivered', count(delivered_at), 'opened', count(opened_at),
        'clicked', count(clicked_at), 'bounced', count(bounced_at), 'complained', count(complained_at),
        'unsubscribed', count(unsubscribed_at)) from mail),
      'states', (select coalesce(json_object_agg(state, people), '{}')
        from (select state, count(*) as people from mail group by state) counted),
      'keptHours', (select coalesce(json_agg(kept_hour), '[]') from kept_hour),
      'keptDays', (select coalesce(json_agg(kept_day), '[]') from kept_day),
      'keptStats', stats
    ) as figures
    from campaigns where organization_id = ${ctx.organizationId} and id = ${campaignId}`.execute(ctx.db);
  return rows[0]!.figures;
}

const emailMetrics = Object.values(metric.email);
