import type { Bucket } from '#features/engagement/index.ts';
import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import { sentFigures } from './sent-figures.sql.ts';
import { stepFigures } from './step-figures.sql.ts';

export type CampaignSums = {
  /** Without those that send emails of automations, and without sequences: their emails are sent that way. */
  campaigns: number;
  sent: number;
  /** As reported; of a campaign whose mail servers report no deliveries, accepted and not come back. */
  delivered: number;
  isDeliveredEstimated: boolean;
  opened: number;
  clicked: number;
  bounced: number;
};

/**
 * Of the campaigns whose sending began in each span, in the order of the spans, which may overlap. Everything they ever led to counts,
 * also after the span. Emails of automations count in the span in which they were sent. Emails to one contact and deleted campaigns are left out.
 */
export async function sumCampaigns(ctx: Context, spans: readonly Bucket[]): Promise<CampaignSums[]> {
  const { rows } = await sql<CampaignSums>`
    select summed.* from unnest(${spans.map(({ from }) => instant(from))}::timestamptz[], ${spans.map(({ to }) => instant(to))}::timestamptz[])
      with ordinality span (starts, ends, place)
    cross join lateral (
      select count(*) filter (where not is_step)::int as campaigns, coalesce(sum(sent), 0)::float8 as sent, coalesce(sum(delivered), 0)::float8 as delivered,
        coalesce(bool_or(is_estimated), false) as "isDeliveredEstimated", coalesce(sum(opened), 0)::float8 as opened,
        coalesce(sum(clicked), 0)::float8 as clicked, coalesce(sum(bounced), 0)::float8 as bounced
      from (
        select is_step, sent, delivered, opened, clicked, bounced, is_estimated from (${sentFigures(ctx)}) as campaign
        where not is_step and not is_sequence and sent_at >= span.starts and sent_at < span.ends
        union all select true, sent, delivered, opened, clicked, bounced, is_estimated from (${stepFigures(ctx, sql`span.starts`, sql`span.ends`)}) as step
      ) as counted
    ) as summed
    order by span.place`.execute(ctx.db);
  return rows;
}

export type ClientSums = Omit<CampaignSums, 'isDeliveredEstimated'> & { clientId: string; complained: number };

/** Of the campaigns of each client whose sending began in the span, and of emails of its automations that were sent in it. */
export async function sumCampaignsByClient(ctx: Context, { from, to }: Bucket): Promise<ClientSums[]> {
  const { rows } = await sql<ClientSums>`
    select client_id as "clientId", count(*) filter (where not is_step)::int as campaigns, sum(sent)::float8 as sent, sum(delivered)::float8 as delivered,
      sum(opened)::float8 as opened, sum(clicked)::float8 as clicked, sum(bounced)::float8 as bounced,
      sum(complained)::float8 as complained
    from (
      select is_step, client_id, sent, delivered, opened, clicked, bounced, complained from (${sentFigures(ctx)}) as campaign
      where not is_step and not is_sequence and sent_at >= ${instant(from)}::timestamptz and sent_at < ${instant(to)}::timestamptz
      union all select true, client_id, sent, delivered, opened, clicked, bounced, complained
      from (${stepFigures(ctx, sql`${instant(from)}::timestamptz`, sql`${instant(to)}::timestamptz`)}) as step where sent > 0 or complained > 0
    ) as counted
    where client_id is not null group by 1`.execute(ctx.db);
  return rows;
}

export type StepSums = Omit<CampaignSums, 'campaigns' | 'isDeliveredEstimated'> & { id: string; name: string };

/** Of each step of an automation with emails that were sent in the span, under the id and name of the campaign that sent last. */
export async function sumSteps(ctx: Context, { from, to }: Bucket): Promise<StepSums[]> {
  const { rows } = await sql<StepSums>`
    select (array_agg(id order by sent_at desc, id))[1] as id, (array_agg(name order by sent_at desc, id))[1] as name, sum(sent)::float8 as sent,
      sum(delivered)::float8 as delivered, sum(opened)::float8 as opened, sum(clicked)::float8 as clicked, sum(bounced)::float8 as bounced
    from (${stepFigures(ctx, sql`${instant(from)}::timestamptz`, sql`${instant(to)}::timestamptz`)}) as step where sent > 0
    group by automation_id, step_id`.execute(ctx.db);
  return rows;
}

const instant = (milliseconds: number): string => new Date(milliseconds).toISOString();
