import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import type { Db } from '#platform/database/database.ts';
import type { SendStep } from '#platform/installation/entries.ts';

export type Journalled = { id: string; step: SendStep };

/**
 * What the journal saw of each, as it is for campaigns: an answer is the truth, and an offer without one is in doubt unless the
 * database knows better. A row that is younger than the backup is not there, and nobody sends it.
 */
export const markJournalled = (ctx: Context, sends: readonly Journalled[]) =>
  sql`
    update form_emails as emails set
      state = case given.step when 'a' then 'accepted' when 'f' then 'failed' when 'p' then 'pending' else 'uncertain' end,
      reason = case given.step when 'p' then null else 'restored' end,
      sent_at = case given.step when 'a' then coalesce(emails.sent_at, now()) else emails.sent_at end,
      lease_no = emails.lease_no + 1, lease_until = null
    from unnest(${sends.map(({ id }) => id)}::uuid[], ${sends.map(({ step }) => step)}::text[]) as given (id, step)
    where emails.organization_id = ${ctx.organizationId}::uuid and emails.id = given.id
      and case given.step when 'a' then emails.state <> 'accepted'
        when 'o' then emails.state in ('pending', 'claimed', 'offering', 'failed')
        when 'f' then emails.state in ('pending', 'claimed', 'offering') or emails.state = 'uncertain' and emails.reason = 'restored'
        else emails.state = 'uncertain' and emails.reason = 'restored' end`.execute(ctx.db);

export type Waiting = { organizationId: string; waiting: number };

export async function countWaiting(sweep: Db): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select organization_id as "organizationId", count(*)::int as waiting from form_emails
    where state in ('pending', 'claimed', 'offering') group by organization_id order by organization_id`.execute(sweep);
  return rows;
}

/** Some of those who wait may have the email already: nobody sends it again. Answers how many. */
export async function doubtWaiting(ctx: Context): Promise<number> {
  const { numAffectedRows } = await sql`
    update form_emails set state = 'uncertain', reason = 'restored-unknown', lease_no = lease_no + 1, lease_until = null
    where organization_id = ${ctx.organizationId}::uuid and state in ('pending', 'claimed', 'offering')`.execute(
    ctx.db,
  );
  return Number(numAffectedRows ?? 0n);
}
