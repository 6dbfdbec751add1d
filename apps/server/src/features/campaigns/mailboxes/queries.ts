import type { mailboxProviders } from '@waggle/contracts/campaigns';
import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';

export type Mailboxes = {
  provider: (typeof mailboxProviders)[number];
  sent: number;
  delivered: number;
  opened: number;
  clicked: number;
  bounced: number;
};

const kept = (ctx: Context, campaignId: string, tables: readonly [string, string]) =>
  sql.join(
    tables.map(
      (table) =>
        sql`select * from ${sql.table(table)} where organization_id = ${ctx.organizationId}::uuid and campaign_id = ${campaignId}::uuid`,
    ),
    sql` union all `,
  );

/**
 * From some rows for each provider, however many people got the email. One statement, so that a fold in between is seen as a whole or
 * not at all. Nothing where fewer were counted than were sent: those left before this was counted.
 */
export async function findMailboxes(ctx: Context, campaignId: string): Promise<Mailboxes[]> {
  const counted = kept(ctx, campaignId, ['campaign_mailboxes', 'campaign_mailbox_deltas']);
  const progress = sql`select state, people from campaign_progress
      where organization_id = ${ctx.organizationId}::uuid and campaign_id = ${campaignId}::uuid
    union all select state, people from campaign_progress_deltas
      where organization_id = ${ctx.organizationId}::uuid and campaign_id = ${campaignId}::uuid`;
  const { rows } = await sql<Mailboxes & { isWhole: boolean }>`
    select provider, sum(sent)::float8 as sent, sum(delivered)::float8 as delivered, sum(opened)::float8 as opened,
      sum(clicked)::float8 as clicked, sum(bounced)::float8 as bounced,
      sum(sum(sent)) over () = (select coalesce(sum(people), 0) from (${progress}) states where state = 'accepted') as "isWhole"
    from (${counted}) counted group by provider order by 2 desc, 1`.execute(ctx.db);
  return rows.flatMap(({ isWhole, ...row }) => (isWhole && (row.sent > 0 || row.bounced > 0) ? [row] : []));
}

/** What was added becomes part of the row of its provider. By whoever holds the lock of the campaign's figures. */
export async function foldMailboxes(ctx: Context, campaignId: string): Promise<void> {
  await sql`
    with taken as (
      delete from campaign_mailbox_deltas where organization_id = ${ctx.organizationId}::uuid and campaign_id = ${campaignId}::uuid
      returning client_id, provider, sent, delivered, opened, clicked, bounced
    )
    insert into campaign_mailboxes as known (organization_id, campaign_id, client_id, provider, sent, delivered, opened, clicked, bounced)
    select ${ctx.organizationId}::uuid, ${campaignId}::uuid, client_id, provider, sum(sent), sum(delivered), sum(opened), sum(clicked), sum(bounced)
    from taken
    -- Rows of a ledger whose campaign is gone are nobody's figures.
    where exists (select from campaigns where organization_id = ${ctx.organizationId}::uuid and id = ${campaignId}::uuid)
    group by client_id, provider
    on conflict (organization_id, campaign_id, provider, client_id) do update set sent = known.sent + excluded.sent,
      delivered = known.delivered + excluded.delivered, opened = known.opened + excluded.opened, clicked = known.clicked + excluded.clicked,
      bounced = known.bounced + excluded.bounced`.execute(ctx.db);
}
