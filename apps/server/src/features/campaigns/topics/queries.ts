import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';

/** Names enough to say what is in the way. */
const mostNamed = 10;

/** Names of what is sent, or could be, with a topic. A deleted campaign is sent to nobody any more. */
export async function campaignsOfTopic(ctx: Context, topicId: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from (
      select name from campaigns where organization_id = ${ctx.organizationId}::uuid and topic_id = ${topicId}::uuid and deleted_at is null
      union
      select name from campaign_step_contents where organization_id = ${ctx.organizationId}::uuid and topic_id = ${topicId}::uuid
    ) used order by lower(name), name limit ${mostNamed}`.execute(ctx.db);
  return rows.map(({ name }) => name);
}

/** Whose campaigns they are; null is the organization itself. */
export async function findSenders(ctx: Context, campaignIds: readonly string[]): Promise<Map<string, string | null>> {
  const { rows } = await sql<{ id: string; clientId: string | null }>`
    select id, client_id as "clientId" from campaigns
    where organization_id = ${ctx.organizationId}::uuid and id = any(${campaignIds}::uuid[])`.execute(ctx.db);
  return new Map(rows.map(({ id, clientId }) => [id, clientId]));
}
