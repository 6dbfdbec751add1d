import { amountOf, isCurrency } from '@waggle/contracts/money';
import { z } from 'zod';
import {
  buyerOf,
  id,
  maybeEmail,
  name,
  nothing,
  plain,
  price,
  type Reported,
  text,
  timeOf,
  unusable,
} from './reported.ts';

const ShopifyOrder = z.object({
  id,
  name: z.string().nullish().catch(null),
  email: maybeEmail,
  contact_email: maybeEmail,
  customer: z.object({ email: maybeEmail, first_name: name, last_name: name }).nullish().catch(null),
  financial_status: z.string().nullish(),
  total_price: price,
  currency: text,
  processed_at: z.string().nullish(),
  created_at: z.string().nullish(),
});
const ShopifyRefund = z.object({
  id,
  order_id: id,
  created_at: z.string().nullish(),
  transactions: z
    .array(z.object({ amount: price, kind: z.string(), status: z.string().nullish(), currency: text.nullish() }))
    .max(200),
});

/** Topics that tell an order; only the first says by itself that it is paid. */
const orderTopics = ['orders/paid', 'orders/create', 'orders/updated'];

export function readShopify(told: unknown, topic: string): Reported {
  if (topic === 'refunds/create') return shopifyRefund(told);
  if (!orderTopics.includes(topic)) return nothing;
  const order = ShopifyOrder.safeParse(told);
  if (!order.success) return unusable('An order of Shopify has no number or no amount.');
  return topic === orderTopics[0] || order.data.financial_status === 'paid' ? shopifyOrder(order.data) : nothing;
}

function shopifyOrder({ id: key, customer, email, contact_email, ...order }: z.infer<typeof ShopifyOrder>): Reported {
  const currency = order.currency.toUpperCase();
  const amount = isCurrency(currency) ? amountOf(order.total_price, currency) : null;
  if (amount === null) return unusable('An order of Shopify has an unknown amount or currency.');
  return {
    what: 'order',
    key,
    orderName: plain(order.name) ?? key.slice(0, 100),
    description: null,
    buyer: buyerOf(email ?? contact_email ?? customer?.email, customer?.first_name, customer?.last_name),
    amount,
    currency,
    at: timeOf(order.processed_at ?? order.created_at),
  };
}

function shopifyRefund(told: unknown): Reported {
  const refund = ShopifyRefund.safeParse(told);
  if (!refund.success) return unusable('A refund of Shopify has no order.');
  const given = refund.data.transactions.filter(
    ({ kind, status }) => kind === 'refund' && (status ?? 'success') === 'success',
  );
  const currency = given[0]?.currency?.toUpperCase() ?? 'USD';
  const amount = given.reduce((sum, { amount: part }) => sum + (amountOf(part, currency) ?? 0), 0);
  if (amount === 0) return nothing;
  const { id: refundKey, order_id: key, created_at } = refund.data;
  return { what: 'refund', key, refundKey, amount, currency, at: timeOf(created_at) };
}
