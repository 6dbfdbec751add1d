import type { PriceId, Tier } from '@waggle/contracts/plans';
import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';

export type Attempt = { key: string; subscriptionId: string | null };

/**
 * The attempt that is under way for this price, or a new one in the place of one for another price or of a day ago: Stripe
 * forgets keys after 24 hours, and then the same key would make a second subscription.
 */
export async function beginAttempt({ db, organizationId }: Context, priceId: PriceId): Promise<Attempt> {
  const { rows } = await sql<Attempt>`
    insert into upgrade_attempts (organization_id, price_id) values (${organizationId}::uuid, ${priceId})
    on conflict (organization_id) do update set
      price_id = excluded.price_id,
      key = case when ${isUsable} then upgrade_attempts.key else excluded.key end,
      subscription_id = case when ${isUsable} then upgrade_attempts.subscription_id end,
      created_at = case when ${isUsable} then upgrade_attempts.created_at else now() end
    returning key, subscription_id as "subscriptionId"`.execute(db);
  return rows[0]!;
}
const isUsable = sql`upgrade_attempts.price_id = excluded.price_id and upgrade_attempts.created_at > now() - interval '20 hours'`;

/** False when another one has begun in its place, or what it is for was bought. */
export async function keepSubscription(
  { db, organizationId }: Context,
  { key }: Attempt,
  subscriptionId: string,
): Promise<boolean> {
  const { numAffectedRows } = await sql`update upgrade_attempts set subscription_id = ${subscriptionId}
    where organization_id = ${organizationId}::uuid and key = ${key}::uuid`.execute(db);
  return numAffectedRows === 1n;
}

/**
 * In the place of one whose subscription has ended unpaid: with the same key Stripe would answer that one again. Who renews it at
 * the same moment gets the same; undefined when one for another price has begun, whose key must not buy this one.
 */
export async function renewAttempt(
  { db, organizationId }: Context,
  { key }: Attempt,
  priceId: PriceId,
): Promise<Attempt | undefined> {
  await sql`update upgrade_attempts set key = new_id(), subscription_id = null, created_at = now()
    where organization_id = ${organizationId}::uuid and key = ${key}::uuid`.execute(db);
  const { rows } = await sql<Attempt>`select key, subscription_id as "subscriptionId" from upgrade_attempts
    where organization_id = ${organizationId}::uuid and price_id = ${priceId}`.execute(db);
  return rows[0];
}

/** It has become what was bought: the next upgrade, also to the same plan after a cancellation, is another one. */
export const endAttempt = ({ db, organizationId }: Pick<Context, 'db' | 'organizationId'>, tier: Tier) =>
  sql`delete from upgrade_attempts where organization_id = ${organizationId}::uuid and price_id = ${`price_${tier}`}`.execute(
    db,
  );
