import { insertActivities, recordLeads } from '#features/contacts/index.ts';
import type { Context } from '#platform/context.ts';
import {
  findKnownOrders,
  hashed,
  insertOrders,
  insertRefund,
  nameBuyer,
  type Order,
  type Refund,
} from './orders.sql.ts';

/** An order with who bought it as the shop or the file says. */
export type ToldOrder = Omit<Order, 'contactId'> & {
  buyer: { email: string; firstName?: string | null; lastName?: string | null } | null;
};

/**
 * Orders of one scope. Buyers become contacts who were never asked, so no campaign reaches them; a plan that is full keeps the
 * purchase without its buyer. An order that is there already adds nobody.
 */
export async function recordOrders(ctx: Context, told: readonly ToldOrder[]) {
  const [first] = told;
  if (!first) return { added: 0, known: 0, withoutContact: 0 };
  const known = await findKnownOrders(ctx, first.scope, [...new Set(told.map(({ key }) => key))]);
  const fresh = [...new Map(told.filter(({ key }) => !known.has(key)).map((order) => [order.key, order])).values()];
  const contacts = await findBuyers(ctx, fresh);
  const added = await insertOrders(
    ctx,
    fresh.map((order) => ({ ...order, contactId: contacts.get(order.key) ?? null })),
  );
  await noteInTimelines(ctx, added, new Map(fresh.map((order) => [order.key, order])));
  await nameBuyers(
    ctx,
    told.filter(({ key }) => known.get(key) === true),
  );
  const withoutContact = added.filter(({ contactId }) => contactId === null).length;
  return { added: added.length, known: told.length - added.length, withoutContact };
}

async function findBuyers(ctx: Context, orders: readonly ToldOrder[]): Promise<Map<string, string>> {
  const withBuyer = orders.flatMap(({ buyer, key, clientId }) => (buyer ? [{ ...buyer, key, clientId }] : []));
  const outcomes = await recordLeads(
    ctx,
    withBuyer.map((buyer) => ({ ...buyer, source: 'api' as const, consent: 'not_asked' as const })),
  );
  return new Map(
    withBuyer.flatMap(({ key }, at) => {
      const contactId = outcomes[at]?.contactId;
      return contactId ? [[key, contactId] as const] : [];
    }),
  );
}

type Recorded = Awaited<ReturnType<typeof insertOrders>>;

export const noteInTimelines = (
  ctx: Context,
  added: Recorded,
  orders: ReadonlyMap<string, Pick<Order, 'amount' | 'currency' | 'description' | 'orderName' | 'at'>>,
) =>
  insertActivities(
    ctx,
    added.flatMap(({ id, contactId, clientId, key }) => {
      const order = orders.get(key);
      if (contactId === null || !order) return [];
      const { amount, currency, at } = order;
      return [
        {
          contact: { id: contactId, client_id: clientId },
          type: 'purchase.made',
          refId: id,
          data: { amount, currency, name: order.description ?? order.orderName },
          happenedAt: at,
        },
      ];
    }),
  );

/** Stripe tells the charge and the session of one payment, and only one of them may say who paid. */
async function nameBuyers(ctx: Context, orders: readonly ToldOrder[]): Promise<void> {
  const contacts = await findBuyers(ctx, orders);
  for (const order of orders) {
    const contactId = contacts.get(order.key);
    if (contactId !== undefined) await nameBuyer(ctx, order, contactId);
  }
}

type ToldRefund = Omit<Refund, 'orderHash'> & { key: string; currency: string };

export const recordRefund = (ctx: Context, { key, currency, ...refund }: ToldRefund): Promise<void> =>
  noteRefund(ctx, { ...refund, orderHash: hashed(key) }, currency);

export async function noteRefund(ctx: Context, refund: Refund, currency: string): Promise<void> {
  const changed = await insertRefund(ctx, refund);
  await insertActivities(
    ctx,
    changed.flatMap(({ id, contactId, clientId }) =>
      contactId === null
        ? []
        : [
            {
              contact: { id: contactId, client_id: clientId },
              type: 'purchase.refunded',
              refId: id,
              data: { amount: refund.amount, currency },
              happenedAt: refund.at,
            },
          ],
    ),
  );
}
