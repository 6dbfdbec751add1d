import type { Bucket } from '#features/engagement/index.ts';
import { sql } from 'kysely';
import { activeClient } from '#platform/active-client.ts';
import type { Context } from '#platform/context.ts';
import { after, inOrder, type Keyset, page } from '#platform/keyset.ts';
import { sentFigures } from './sent-figures.sql.ts';
import type { CampaignSums } from './sum-campaigns.sql.ts';

/** A campaign whose sending began, with all it ever led to. */
export type SentCampaign = Omit<CampaignSums, 'campaigns'> & {
  id: string;
  name: string;
  client_id: string | null;
  sent_at: Date;
};

const columns = sql`id, name, client_id, sent_at, sent::float8, delivered::float8, opened::float8, clicked::float8, bounced::float8,
  is_estimated as "isDeliveredEstimated"`;

const begunIn = ({ from, to }: Bucket) =>
  sql`sent_at >= ${new Date(from).toISOString()}::timestamptz and sent_at < ${new Date(to).toISOString()}::timestamptz`;

const newestFirst: Keyset = { by: sql`sent_at`, type: 'timestamptz', id: sql`id`, descending: true };

/** A page of those whose sending began in the span. */
export async function findSentCampaigns(
  ctx: Context,
  span: Bucket,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
) {
  const { rows } = await sql<SentCampaign & { cursor_value: string }>`
    select ${columns}, sent_at::text as cursor_value from (${sentFigures(ctx)}) as campaign
    where not is_step and not is_sequence and ${begunIn(span)} and ${after(cursor, newestFirst)}
    order by ${inOrder(newestFirst)} limit ${limit + 1}`.execute(ctx.db);
  return page(rows, limit, ({ id }) => id);
}

/** Those most people opened. They are chosen by what readers did, and only then is the ledger asked what was sent. */
export async function findBestCampaigns(ctx: Context, span: Bucket, most: number): Promise<SentCampaign[]> {
  const { rows } = await sql<SentCampaign>`
    with best as materialized (
      select id, opened, lower(name) as name from (${sentFigures(ctx)}) as campaign where not is_step and not is_sequence and ${begunIn(span)}
      order by opened desc, 3, id limit ${most}
    )
    select ${columns} from (${sentFigures(ctx)}) as campaign where id in (select id from best)
    order by campaign.opened desc, lower(name), id`.execute(ctx.db);
  return rows;
}

/** Those of these ids that are in sight, with all they ever led to. */
export async function findCampaignFigures(ctx: Context, campaignIds: readonly string[]): Promise<SentCampaign[]> {
  const { rows } = await sql<SentCampaign>`
    select ${columns} from (${sentFigures(ctx)}) as campaign where id = any(${campaignIds}::uuid[]) and sent_at is not null`.execute(
    ctx.db,
  );
  return rows;
}

/** Milliseconds since 1970 at which the first sending began. */
export async function findFirstSending(ctx: Context): Promise<number | null> {
  const { rows } = await sql<{ sent_at: Date }>`
    select sent_at from (${sentFigures(ctx)}) as campaign where sent_at is not null order by sent_at limit 1`.execute(
    ctx.db,
  );
  return rows[0]?.sent_at.getTime() ?? null;
}

/** Being sent, or waiting for it. */
export async function countActiveCampaigns(ctx: Context): Promise<number> {
  const clientId = activeClient(ctx);
  const { rows } = await sql<{ campaigns: number }>`
    select count(*)::int as campaigns from campaigns
    where organization_id = ${ctx.organizationId}::uuid and status = 'ACTIVE' and deleted_at is null and contact_id is null
      and automation_id is null
      and (${clientId}::uuid is null or client_id = ${clientId}::uuid)`.execute(ctx.db);
  return rows[0]?.campaigns ?? 0;
}
