import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import { sentFigures } from './sent-figures.sql.ts';

export type EmailSums = { stepId: string; delivered: number; opened: number; clicked: number };

/** What the emails of each step of one automation led to, over all its months and versions. */
export async function sumEmailsOf(ctx: Context, automationId: string): Promise<EmailSums[]> {
  const { rows } = await sql<EmailSums>`
    select step_id as "stepId", sum(figure.delivered)::float8 as delivered, sum(figure.opened)::float8 as opened,
      sum(figure.clicked)::float8 as clicked
    from (${sentFigures(ctx)}) as figure join campaigns as step on step.organization_id = ${ctx.organizationId}::uuid and step.id = figure.id
    where step.automation_id = ${automationId}::uuid and step.step_month is not null
    group by step_id having sum(figure.delivered) > 0`.execute(ctx.db);
  return rows;
}
