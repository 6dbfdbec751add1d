import type { Bucket } from '#features/engagement/index.ts';
import { sql } from 'kysely';
import { activeClient } from '#platform/active-client.ts';
import type { Context } from '#platform/context.ts';

type Largest = { id: string; name: string; at: Date; people: number };

/** Campaigns whose sending began in a span, by how many people they are for. */
export async function findLargestCampaigns(ctx: Context, { from, to }: Bucket, limit: number): Promise<Largest[]> {
  const clientId = activeClient(ctx);
  const { rows } = await sql<Largest>`
    select id, name, sent_at as at, coalesce(audience, 0)::float8 as people from campaigns
    where organization_id = ${ctx.organizationId}::uuid and deleted_at is null and contact_id is null and automation_id is null
      and (${clientId}::uuid is null or client_id = ${clientId}::uuid)
      and sent_at >= ${new Date(from).toISOString()}::timestamptz and sent_at < ${new Date(to).toISOString()}::timestamptz
    order by people desc, id limit ${limit}`.execute(ctx.db);
  return rows;
}
