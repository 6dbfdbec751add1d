import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import type { Db } from '#platform/database/database.ts';

/** What a step asks to be told. */
export type AskedWebhook = {
  automationId: string;
  clientId: string | null;
  stepId: string;
  runId: string;
  /** The turn after which the run rests, or went on: an answer counts while it is the last one. */
  seq: number;
  contactId: string;
  url: string;
  /** Whether the run waits for the answer. */
  reply: boolean;
};

/** Asked once by each turn, however often the turn is made. */
export const insertAsked = (ctx: Context, asked: readonly AskedWebhook[]) =>
  sql`
    insert into automation_webhooks (organization_id, client_id, automation_id, step_id, run_id, seq, contact_id, url, reply)
    select ${ctx.organizationId}::uuid, "clientId", "automationId", "stepId", "runId", seq, "contactId", url, reply
    from json_to_recordset(${JSON.stringify(asked)}::json) as asked ("clientId" uuid, "automationId" uuid, "stepId" text,
      "runId" uuid, seq int, "contactId" uuid, url text, reply boolean)
    on conflict (organization_id, run_id, step_id, seq) do nothing`.execute(ctx.db);

export type DueWebhook = AskedWebhook & {
  id: string;
  attempts: number;
  askedAt: Date;
  automationName: string;
};

/** Seconds after which what a dead worker held is told again. */
const leaseSeconds = 90;

/** Takes some that are due; nobody else takes them for a while. */
export async function takeDue(ctx: Context, most: number): Promise<DueWebhook[]> {
  const { rows } = await sql<DueWebhook>`
    with due as materialized (
      select id from automation_webhooks asked where organization_id = ${ctx.organizationId}::uuid and next_at <= now()
        -- Those of an automation that is deleted go in batches, and must not take the places of others.
        and exists (select from automations where automations.organization_id = asked.organization_id and automations.id = asked.automation_id)
      order by next_at limit ${most} for update of asked skip locked
    )
    update automation_webhooks webhook set attempts = attempts + 1, next_at = now() + make_interval(secs => ${leaseSeconds})
    from due, automations automation
    where webhook.organization_id = ${ctx.organizationId}::uuid and webhook.id = due.id
      and automation.organization_id = webhook.organization_id and automation.id = webhook.automation_id
    returning webhook.id, webhook.client_id as "clientId", webhook.automation_id as "automationId", automation.name as "automationName", webhook.step_id as "stepId",
      webhook.run_id as "runId", webhook.seq, webhook.contact_id as "contactId", webhook.url, webhook.reply, webhook.attempts,
      webhook.asked_at as "askedAt"`.execute(ctx.db);
  return rows;
}

/** Gives back what was taken without a try. */
export const postpone = (ctx: Context, id: string) =>
  sql`update automation_webhooks set attempts = attempts - 1, next_at = now() + interval '1 minute'
    where organization_id = ${ctx.organizationId}::uuid and id = ${id}::uuid and state = 'waiting'`.execute(ctx.db);

/** What came of one try; `nextAt` null ends it. */
export type Settled = {
  state: 'waiting' | 'told' | 'failed';
  nextAt: Date | null;
  status: number | null;
  answer: string | null;
  problem: string | null;
};

export const settle = (ctx: Context, id: string, { state, nextAt, status, answer, problem }: Settled) =>
  sql`
    update automation_webhooks set state = ${state}, next_at = ${nextAt}, status = ${status}::int, answer = ${answer}, problem = ${problem},
      settled_at = case when ${state} = 'waiting' then null else now() end
    where organization_id = ${ctx.organizationId}::uuid and id = ${id}::uuid and state = 'waiting'`.execute(ctx.db);

/** Bytes of answers that a run remembers at most. The 2,048 of the table leave room for what steps note themselves. */
const memoryBytes = 1_920;

/** Whether there is room for it beside what the run remembers already. */
export async function fitsMemory(ctx: Context, runId: string, more: object): Promise<boolean> {
  const { rows } = await sql<{ fits: boolean }>`
    select octet_length((coalesce(memory, '{}'::jsonb) || ${JSON.stringify(more)}::jsonb)::text) <= ${memoryBytes}::int as fits
    from automation_runs where organization_id = ${ctx.organizationId}::uuid and id = ${runId}::uuid`.execute(ctx.db);
  return rows[0]?.fits ?? false;
}

/** Who has something due, over all organizations. */
export async function organizationsWithDue(sweep: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct organization_id as id from automation_webhooks where next_at <= now()`.execute(sweep);
  return rows.map(({ id }) => id);
}

/** Answers of others are kept for a month: long enough to find out what went wrong. */
export const forgetOld = (ctx: Context) =>
  sql`delete from automation_webhooks where organization_id = ${ctx.organizationId}::uuid
    and settled_at < now() - interval '30 days'`.execute(ctx.db);
