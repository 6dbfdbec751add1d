import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import type { StepNote } from '#platform/installation/entries.ts';

/** What a campaign of a step is made from. */
export async function findStepNote(ctx: Context, campaignId: string): Promise<StepNote | undefined> {
  const { rows } = await sql<Omit<StepNote, 'contentHash'> & { contentHash: Buffer }>`
    select automation_id as "automationId", step_id as "stepId", step_content as "contentHash", to_char(step_month, 'YYYY-MM-DD') as month,
      step_pass as pass
    from campaigns where organization_id = ${ctx.organizationId}::uuid and id = ${campaignId}::uuid and step_month is not null`.execute(
    ctx.db,
  );
  return rows[0] && { ...rows[0], contentHash: rows[0].contentHash.toString('base64url') };
}
