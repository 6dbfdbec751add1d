import { hash } from 'node:crypto';
import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';

export type Order = {
  /** Whose order numbers they are: a shop, a client or the organization. */
  scope: string;
  /** Unique among those of its scope. */
  key: string;
  orderName: string | null;
  description: string | null;
  clientId: string | null;
  contactId: string | null;
  source: 'manual' | 'file' | 'stripe' | 'shopify' | 'signed';
  /** Of the smallest unit. */
  amount: number;
  currency: string;
  at: Date;
  createdBy: string | null;
};

export type Refund = {
  scope: string;
  orderHash: Buffer;
  clientId: string | null;
  /** The shop's own name for it. */
  refundKey: string;
  amount: number;
  at: Date;
};

/** Of an order number: it finds the order again, also when the number itself was erased with the person. */
export const hashed = (text: string): Buffer => hash('sha256', text, 'buffer');

/** What is left of it, in the currency of the organization. */
const left = (
  paid: string,
  refunded: string,
) => sql`public.convert_money(${sql.raw(paid)} - ${sql.raw(refunded)}, paid_currency,
  (select currency from organizations where id = purchases.organization_id), (purchased_at at time zone 'UTC')::date)`;

type Recorded = { id: string; contactId: string | null; clientId: string | null; key: string };

/** Answers those that were not there before. A refund may have been told first. */
export async function insertOrders(ctx: Context, orders: readonly Order[]): Promise<Recorded[]> {
  if (orders.length === 0) return [];
  const list = <Value>(pick: (order: Order) => Value) => orders.map(pick);
  const { rows } = await sql<{ id: string; contact_id: string | null; client_id: string | null; order_hash: Buffer }>`
    insert into purchases (organization_id, client_id, contact_id, source, order_scope, order_hash, order_name, description,
      paid_amount, paid_currency, refunded_amount, amount, purchased_at, created_by)
    select ${ctx.organizationId}::uuid, given.client_id, given.contact_id, given.source, given.scope, given.order_hash, given.order_name,
      given.description, given.paid, given.currency, least(given.paid, back.amount),
      public.convert_money(given.paid - least(given.paid, back.amount), given.currency, own.currency, (given.at at time zone 'UTC')::date),
      given.at, given.created_by
    from unnest(
      ${list(({ clientId }) => clientId)}::uuid[], ${list(({ contactId }) => contactId)}::uuid[], ${list(({ source }) => source)}::text[],
      ${list(({ scope }) => scope)}::uuid[], ${list(({ key }) => hashed(key))}::bytea[], ${list(({ orderName }) => orderName)}::text[],
      ${list(({ description }) => description)}::text[], ${list(({ amount }) => amount)}::bigint[], ${list(({ currency }) => currency)}::text[],
      ${list(({ at }) => at.toISOString())}::timestamptz[], ${list(({ createdBy }) => createdBy)}::uuid[]
    ) given (client_id, contact_id, source, scope, order_hash, order_name, description, paid, currency, at, created_by)
    cross join lateral (select currency from organizations where id = ${ctx.organizationId}::uuid) own
    cross join lateral (
      select coalesce(sum(amount), 0)::bigint as amount from purchase_refunds
      where organization_id = ${ctx.organizationId}::uuid and order_scope = given.scope and order_hash = given.order_hash
    ) back
    on conflict (organization_id, order_scope, order_hash) do nothing
    returning id, contact_id, client_id, order_hash`.execute(ctx.db);
  const keys = new Map(orders.map(({ key }) => [hashed(key).toString('hex'), key]));
  return rows.map(({ id, contact_id: contactId, client_id: clientId, order_hash }) => ({
    id,
    contactId,
    clientId,
    key: keys.get(order_hash.toString('hex'))!,
  }));
}

/**
 * Orders already told, and of each whether its buyer is still to be named: some shops say later who bought. Of somebody who was
 * erased the name of the order is gone too, and nobody is named again.
 */
export async function findKnownOrders(
  ctx: Context,
  scope: string,
  keys: readonly string[],
): Promise<Map<string, boolean>> {
  const { rows } = await sql<{ key: string; isUnnamed: boolean }>`
    select given.key, contact_id is null and order_name is not null as "isUnnamed"
    from unnest(${keys}::text[], ${keys.map(hashed)}::bytea[]) given (key, order_hash)
    join purchases on purchases.organization_id = ${ctx.organizationId} and order_scope = ${scope}::uuid
      and purchases.order_hash = given.order_hash`.execute(ctx.db);
  return new Map(rows.map(({ key, isUnnamed }) => [key, isUnnamed]));
}

export const nameBuyer = (ctx: Context, { scope, key }: Pick<Order, 'scope' | 'key'>, contactId: string) =>
  sql`update purchases set contact_id = ${contactId}::uuid
    where organization_id = ${ctx.organizationId}::uuid and order_scope = ${scope}::uuid and order_hash = ${hashed(key)}::bytea
      and contact_id is null`.execute(ctx.db);

/** Told again, the larger amount counts: some shops tell the sum of all refunds each time. Answers the purchases that changed. */
export async function insertRefund(ctx: Context, { scope, orderHash, clientId, refundKey, amount, at }: Refund) {
  await sql`
    insert into purchase_refunds as known (organization_id, client_id, order_scope, order_hash, refund_hash, amount, refunded_at)
    values (${ctx.organizationId}::uuid, ${clientId}::uuid, ${scope}::uuid, ${orderHash}::bytea, ${hashed(refundKey)}::bytea,
      ${amount}::bigint, ${at.toISOString()}::timestamptz)
    on conflict (organization_id, order_scope, order_hash, refund_hash) do update set amount = greatest(known.amount, excluded.amount)`.execute(
    ctx.db,
  );
  const { rows } = await sql<{ id: string; contactId: string | null; clientId: string | null }>`
    update purchases set refunded_amount = back.amount, amount = ${left('paid_amount', 'back.amount')}
    from (
      select bought.id, least(bought.paid_amount, sum(known.amount))::bigint as amount
      from purchases bought join purchase_refunds known using (organization_id, order_scope, order_hash)
      where bought.organization_id = ${ctx.organizationId}::uuid and order_scope = ${scope}::uuid and order_hash = ${orderHash}::bytea
      group by bought.id, bought.paid_amount
    ) back
    where purchases.organization_id = ${ctx.organizationId}::uuid and purchases.id = back.id and purchases.refunded_amount <> back.amount
    returning purchases.id, contact_id as "contactId", client_id as "clientId"`.execute(ctx.db);
  return rows;
}

/** By the rates that are known now; answers how many changed. */
export async function convertAgain(ctx: Context): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update purchases set amount = ${left('paid_amount', 'refunded_amount')}
    where organization_id = ${ctx.organizationId}::uuid and amount is distinct from ${left('paid_amount', 'refunded_amount')}`.execute(
    ctx.db,
  );
  return Number(numAffectedRows);
}
