import { sql } from 'kysely';
import { activeClient } from '#platform/active-client.ts';
import type { Context } from '#platform/context.ts';

/** Rows of a form that was deleted go in batches; nobody waits there any more. */
const isOfForm = sql<boolean>`exists (select from forms
  where forms.organization_id = form_submissions.organization_id and forms.id = form_submissions.form_id)`;

/** People by their address, each with what they sent last. Without an order: `most` of a million rows are read, not all. */
const people = (ctx: Context, most: number) => {
  const clientId = activeClient(ctx);
  return sql`
    select distinct on (address_hash) form_id, id, submitted_at, first_value(submitted_at) over (partition by address_hash order by submitted_at) as since
    from (
      select form_id, id, submitted_at, address_hash from form_submissions
      where organization_id = ${ctx.organizationId}::uuid and outcome = 'over-limit'
        and (${clientId}::uuid is null or client_id = ${clientId}::uuid)
        and ${isOfForm}
      limit ${most}
    ) waiting order by address_hash, submitted_at desc, id`;
};

export async function countWaitingPeople(ctx: Context, most: number): Promise<{ total: number; since: Date | null }> {
  const { rows } = await sql<{ total: number; since: Date | null }>`
    select count(*)::int as total, min(since) as since from (${people(ctx, most)}) people`.execute(ctx.db);
  return rows[0]!;
}

export type WaitingPerson = {
  id: string;
  formId: string;
  formName: string;
  version: number;
  answers: Record<string, string | true>;
  at: Date;
};

/** Newest first. */
export async function findWaitingPeople(ctx: Context, shown: number, most: number): Promise<WaitingPerson[]> {
  const { rows } = await sql<WaitingPerson>`
    select sent.id, sent.form_id as "formId", forms.name as "formName", sent.version, sent.answers, sent.submitted_at as at
    from (select * from (${people(ctx, most)}) people order by submitted_at desc, id limit ${shown}) latest
    join form_submissions sent on sent.organization_id = ${ctx.organizationId}::uuid and sent.form_id = latest.form_id and sent.id = latest.id
    join forms on forms.organization_id = ${ctx.organizationId}::uuid and forms.id = sent.form_id
    order by sent.submitted_at desc, sent.id`.execute(ctx.db);
  return rows;
}

/** The form of who has waited longest. */
export async function findLongestWaiting(ctx: Context): Promise<string | undefined> {
  const row = await ctx.db
    .selectFrom('form_submissions')
    .select('form_id')
    .where('organization_id', '=', ctx.organizationId)
    .where('outcome', '=', 'over-limit')
    .where(isOfForm)
    .orderBy('submitted_at')
    .limit(1)
    .executeTakeFirst();
  return row?.form_id;
}
