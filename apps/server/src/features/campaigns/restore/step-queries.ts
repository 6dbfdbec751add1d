import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import type { Forgotten, StepSending } from '../steps/queries.ts';

const columns = sql`client_id, name, subject, preview_text, content, document, tracking, utm, sender_id, connection_id, reply_to, topic_id`;

/**
 * Its words were published after the backup. It stands for who got them, under the newest words of the step or its draft, and is
 * cancelled: nothing leaves by it. Nothing where the step is unknown.
 */
export async function insertWithoutWords(
  ctx: Context,
  { automationId, stepId, contentHash, month, pass }: StepSending,
  { id, ledgerMonth }: Forgotten,
): Promise<string | undefined> {
  const ofStep = sql`organization_id = ${ctx.organizationId}::uuid and automation_id = ${automationId}::uuid and step_id = ${stepId}`;
  const { rows } = await sql<{ id: string }>`
    with known as (
      (select ${columns} from campaign_step_contents where ${ofStep} order by created_at desc limit 1)
      union all (select ${columns} from campaigns where ${ofStep} and status = 'DRAFT' limit 1)
    )
    insert into campaigns (organization_id, id, automation_id, step_id, step_month, step_pass, step_content, status, recipients, campaign_month,
      sent_at, completed_at, cancelled_at, audience, counts_kept, ${columns})
    select ${ctx.organizationId}::uuid, ${id}::uuid, ${automationId}::uuid, ${stepId}, ${month}::date, ${pass}::smallint, ${contentHash}::bytea,
      'COMPLETED', '{}'::jsonb, ${ledgerMonth}::date, now(), now(), now(), 0, true, ${columns}
    from known limit 1 on conflict do nothing returning id`.execute(ctx.db);
  return rows[0]?.id;
}
