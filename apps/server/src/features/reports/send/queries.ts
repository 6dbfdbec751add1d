import type { Report } from '@waggle/email/report/report';
import { type RawBuilder, sql } from 'kysely';
import { emailHash } from '#features/contacts/index.ts';
import type { Context } from '#platform/context.ts';

type NewEmails = {
  scheduleId: string;
  clientId: string | null;
  linkId: string;
  period: string;
  addresses: readonly string[];
};

/** Answers those that are new: nobody gets a period of a schedule twice. */
export async function insertEmails(ctx: Context, emails: NewEmails): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    insert into report_emails (organization_id, client_id, schedule_id, link_id, period, email, address_hash)
    select ${ctx.organizationId}::uuid, ${emails.clientId}::uuid, ${emails.scheduleId}::uuid, ${emails.linkId}::uuid, ${emails.period},
      address, ${emailHash(ctx, sql`address`)}
    from unnest(${emails.addresses}::text[]) as list (address)
    on conflict (organization_id, schedule_id, period, address_hash) do nothing
    returning id`.execute(ctx.db);
  return rows.map(({ id }) => id);
}

export type EmailRow = {
  state: string;
  email: string | null;
  clientId: string | null;
  scheduleId: string;
  linkId: string;
  period: string;
  addressHash: Buffer;
  tokenHash: Buffer | null;
  report: Report | null;
  expiresAt: Date | null;
  /** Whether the schedule still names the address. */
  isWanted: boolean;
};

/** With the link, unless it was revoked, and whether the schedule still wants it. */
export async function findEmail(ctx: Context, emailId: string): Promise<EmailRow | undefined> {
  const { rows } = await sql<EmailRow>`
    select emails.state, emails.email, emails.client_id as "clientId", emails.schedule_id as "scheduleId", emails.link_id as "linkId", emails.period,
      emails.address_hash as "addressHash",
      links.token_hash as "tokenHash", links.report, links.expires_at as "expiresAt", coalesce(schedule.id is not null, false) as "isWanted"
    from report_emails emails
    left join report_links links on links.organization_id = emails.organization_id and links.id = emails.link_id and links.revoked_at is null
    left join report_schedules schedule on schedule.organization_id = emails.organization_id and schedule.id = emails.schedule_id
      and schedule.paused_at is null and emails.email = any(schedule.recipients)
    where emails.organization_id = ${ctx.organizationId}::uuid and emails.id = ${emailId}::uuid`.execute(ctx.db);
  return rows[0];
}

/** Whether this is the first try: every later one finds this reason, or what a server said. */
export async function begin(ctx: Context, emailId: string): Promise<boolean> {
  const { rows } = await sql`
    update report_emails set reason = 'begun'
    where organization_id = ${ctx.organizationId}::uuid and id = ${emailId}::uuid and state = 'pending' and reason is null
    returning id`.execute(ctx.db);
  return rows.length > 0;
}

/** In the moment before the last byte; only one of two who try gets it. */
export async function offer(ctx: Context, emailId: string, fence: RawBuilder<boolean>): Promise<boolean> {
  const { rows } = await sql`
    update report_emails set state = 'offered'
    where organization_id = ${ctx.organizationId}::uuid and id = ${emailId}::uuid and state = 'pending' and ${fence} returning id`.execute(
    ctx.db,
  );
  return rows.length > 0;
}

type Settled = 'accepted' | 'failed' | 'left-out' | 'uncertain';

/** The address is kept no longer than it is needed. */
export async function settle(ctx: Context, emailId: string, state: Settled, reason: string | null): Promise<void> {
  await sql`
    update report_emails set state = ${state}, reason = ${reason}, email = null
    where organization_id = ${ctx.organizationId}::uuid and id = ${emailId}::uuid and state in ('pending', 'offered')`.execute(
    ctx.db,
  );
}

/** The server said that it did not take it. */
export async function takeBack(ctx: Context, emailId: string, reason: string): Promise<void> {
  await sql`
    update report_emails set state = 'pending', reason = ${reason}
    where organization_id = ${ctx.organizationId}::uuid and id = ${emailId}::uuid and state = 'offered'`.execute(
    ctx.db,
  );
}

/** Months for which a link that stops reports works, as long as those of campaigns. */
const keptMonths = 13;

export async function forgetEmails(ctx: Context): Promise<void> {
  await sql`
    delete from report_emails where organization_id = ${ctx.organizationId}::uuid
      and created_at < now() - make_interval(months => ${keptMonths})`.execute(ctx.db);
}
