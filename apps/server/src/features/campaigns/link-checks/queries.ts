import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';

export type LinkAnswer = {
  outcome: 'answered' | 'silent' | 'circular' | 'postponed';
  status: number | null;
  checkedAt: Date;
  isDue: boolean;
};

const own = (ctx: Context, campaignId: string) =>
  ctx.db
    .selectFrom('campaign_link_checks')
    .where('organization_id', '=', ctx.organizationId)
    .where('campaign_id', '=', campaignId);

/** What each address answered, by its hash in hexadecimal. */
export async function findLinkChecks(ctx: Context, campaignId: string): Promise<Map<string, LinkAnswer>> {
  const rows = await own(ctx, campaignId)
    .select(['address_hash', 'outcome', 'status', 'checked_at as checkedAt'])
    .select(sql<boolean>`due_at <= now()`.as('isDue'))
    .execute();
  return new Map(
    rows.map(({ address_hash: hash, outcome, ...row }) => [
      hash.toString('hex'),
      { ...row, outcome: outcome as LinkAnswer['outcome'] },
    ]),
  );
}

type Answer = Pick<LinkAnswer, 'outcome' | 'status'> & { addressHash: Buffer; againInSeconds: number };

/** Nothing is written when the campaign is gone, or belongs to another client by now. */
export async function keepLinkCheck(ctx: Context, campaignId: string, answer: Answer): Promise<void> {
  const { addressHash, outcome, status, againInSeconds } = answer;
  await sql`
    insert into campaign_link_checks (organization_id, campaign_id, client_id, address_hash, outcome, status, due_at)
    select organization_id, id, client_id, ${addressHash}::bytea, ${outcome}, ${status}::smallint, now() + make_interval(secs => ${againInSeconds})
    from campaigns where organization_id = ${ctx.organizationId}::uuid and id = ${campaignId}::uuid
    on conflict (organization_id, campaign_id, address_hash) do update set client_id = excluded.client_id,
      outcome = excluded.outcome, status = excluded.status, checked_at = now(), due_at = excluded.due_at`.execute(
    ctx.db,
  );
}

/** Of links that are not in the email any more. */
export const forgetOtherLinks = (ctx: Context, campaignId: string, present: readonly Buffer[]) =>
  ctx.db
    .deleteFrom('campaign_link_checks')
    .where('organization_id', '=', ctx.organizationId)
    .where('campaign_id', '=', campaignId)
    .where(sql<boolean>`address_hash <> all(${present}::bytea[])`)
    .execute();

/** What did not work is asked again. */
export const makeDue = (ctx: Context, campaignId: string) =>
  ctx.db
    .updateTable('campaign_link_checks')
    .set({ due_at: sql<Date>`now()` })
    .where('organization_id', '=', ctx.organizationId)
    .where('campaign_id', '=', campaignId)
    .where(sql<boolean>`(outcome <> 'answered' or status >= 400)`)
    .execute();
