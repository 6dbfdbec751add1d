import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';

type EmailRow = { campaign_id: string; sent_at: Date; step: string };
type Engagement = { sent: number; opened: number; clicked: number; emails: EmailRow[] };

/**
 * One row for each email of the contact's timeline, where opens and clicks are people's alone and a merged or moved contact
 * has its own. The key of the timeline begins with the contact, so this reads nobody else's lines.
 */
const emailsOf = (ctx: Context, contactId: string) => sql`
  select ref_id, coalesce(min(happened_at) filter (where type = 'email.sent'), min(happened_at)) as sent_at,
    bool_or(type = 'email.opened') as opened, bool_or(type = 'email.clicked') as clicked, bool_or(type = 'email.bounced') as bounced
  from contact_activity
  where organization_id = ${ctx.organizationId}::uuid and contact_id = ${contactId}::uuid and ref_id is not null
    and type in ('email.sent', 'email.opened', 'email.clicked', 'email.bounced')
  group by ref_id`;

export async function findEngagement(ctx: Context, contactId: string, most: number): Promise<Engagement> {
  const { rows } = await sql<{ sent: string; opened: string; clicked: string; emails: EmailRow[] | null }>`
    with emails as materialized (${emailsOf(ctx, contactId)}), latest as (
      select ref_id as campaign_id, sent_at,
        case when clicked then 'clicked' when opened then 'opened' when bounced then 'bounced' else 'sent' end as step
      from emails order by sent_at desc, ref_id desc limit ${most}
    )
    select count(*) as sent, count(*) filter (where opened) as opened, count(*) filter (where clicked) as clicked,
      (select jsonb_agg(latest order by sent_at, campaign_id) from latest) as emails
    from emails`.execute(ctx.db);
  const { sent, opened, clicked, emails } = rows[0]!;
  return {
    sent: Number(sent),
    opened: Number(opened),
    clicked: Number(clicked),
    emails: (emails ?? []).map((email) => ({ ...email, sent_at: new Date(email.sent_at) })),
  };
}
