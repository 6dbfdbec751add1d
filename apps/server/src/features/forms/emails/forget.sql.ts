import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';

/**
 * Months, as of the ledger of campaigns: long enough to say what became of an email. The limits count a day, a link confirms for 30 days, and
 * one that waits for a sender ends after 3.
 */
const keptMonths = 13;
/** A statement of some milliseconds, so that nobody who sends a form waits for it. */
const atOnce = 2_000;

/** Deletes some old emails that are settled; answers whether there may be more. One that still waits is never deleted. */
export async function forgetSomeEmails(ctx: Context): Promise<boolean> {
  const { rows } = await sql<{ forgotten: number }>`
    with old as (
      select id from form_emails
      where organization_id = ${ctx.organizationId}::uuid and created_at < now() - make_interval(months => ${keptMonths})
        and state not in ('pending', 'claimed', 'offering')
      order by created_at limit ${atOnce}
    ), forgotten as (
      delete from form_emails where organization_id = ${ctx.organizationId}::uuid and id in (select id from old) returning 1
    )
    select count(*)::int as forgotten from forgotten`.execute(ctx.db);
  return rows[0]?.forgotten === atOnce;
}
