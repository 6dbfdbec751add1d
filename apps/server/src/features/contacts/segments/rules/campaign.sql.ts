import type { Condition } from '@waggle/contracts/contact-rules';
import { type RawBuilder, sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import { andOf } from './among.sql.ts';
import { daysAgo } from './days-ago.ts';
import type { Compiler } from './compiler.ts';

type CampaignCondition = Extract<Condition, { kind: 'campaign' }>;
type Line = 'email.sent' | 'email.opened' | 'email.clicked' | 'email.bounced';

/** The lines a condition speaks of: of one campaign at any time, or of every one in the last days. */
const spokenOf = (ctx: Context, { campaignId, days = 0 }: CampaignCondition): RawBuilder<unknown> =>
  campaignId === null ? sql`happened_at >= ${daysAgo(ctx, days)}::timestamptz` : sql`ref_id = ${campaignId}::uuid`;

/**
 * By the lines of the timeline, which are kept when a campaign is deleted. Whoever has one is found first, behind a fence, for
 * the reason given at activities.
 */
export function compileCampaign({ ctx, among }: Compiler, condition: CampaignCondition): RawBuilder<boolean> {
  const has = (line: Line) => sql<boolean>`exists (select from (
    with reached as materialized (
      select distinct contact_id from contact_activity where organization_id = ${ctx.organizationId}
        and type = ${line} and ${spokenOf(ctx, condition)} ${andOf(among)})
    select contact_id from reached) told where contact_id = id)`;
  const sentBut = (line: Line) => sql<boolean>`(${has('email.sent')} and not ${has(line)})`;
  switch (condition.op) {
    case 'wasSent':
      return has('email.sent');
    case 'wasNotSent':
      return sql<boolean>`(not ${has('email.sent')})`;
    case 'opened':
      return has('email.opened');
    case 'didNotOpen':
      return sentBut('email.opened');
    case 'clicked':
      return has('email.clicked');
    case 'didNotClick':
      return sentBut('email.clicked');
    default:
      return has('email.bounced');
  }
}

/** What a contact has done with it, from the first to the last. */
export const foundOfCampaign = (ctx: Context, condition: CampaignCondition): RawBuilder<string | null> =>
  sql`(select string_agg(type, ', ' order by first_at) from (
    select substr(type, 7) as type, min(happened_at) as first_at from contact_activity
    where organization_id = ${ctx.organizationId} and contact_id = contacts.id
      and type in ('email.sent', 'email.opened', 'email.clicked', 'email.bounced') and ${spokenOf(ctx, condition)}
    group by type) told)`;
