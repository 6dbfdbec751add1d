import Stripe from 'stripe';
import { type Account, idOf, itemOf } from './account.ts';
import { amountOf, productNameOf } from './prices.ts';
import { newId } from './state.ts';

type NewLine = {
  amount: number;
  description: string;
  period: Stripe.InvoiceLineItem.Period;
  price: Stripe.Price;
  item: Stripe.SubscriptionItem;
  /** For a credit, the line that was debited. */
  credited?: Stripe.InvoiceLineItem | undefined;
  isProration?: boolean;
};

function newLine({
  amount,
  description,
  period,
  price,
  item,
  credited,
  isProration = false,
}: NewLine): Stripe.InvoiceLineItem {
  const creditedItems = credited && { invoice: credited.invoice ?? '', invoice_line_items: [credited.id] };
  return {
    id: newId('il'),
    object: 'line_item',
    amount,
    currency: price.currency,
    description,
    discount_amounts: [],
    discountable: !isProration,
    discounts: [],
    invoice: null,
    livemode: false,
    metadata: {},
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: isProration ? newId('ii') : null,
        proration: isProration,
        proration_details: { credited_items: creditedItems ?? null },
        subscription: item.subscription,
        subscription_item: item.id,
      },
      type: 'subscription_item_details',
    },
    period,
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: price.id, product: idOf(price.product) },
      type: 'price_details',
      unit_amount_decimal: isProration ? Stripe.Decimal.from(amount) : price.unit_amount_decimal,
    },
    quantity: item.quantity ?? 1,
    quantity_decimal: Stripe.Decimal.from(item.quantity ?? 1),
    subscription: item.subscription,
    subtotal: amount,
    taxes: [],
  };
}

/** One whole period of the item's price. */
export function periodLine(
  item: Stripe.SubscriptionItem,
  period: Stripe.InvoiceLineItem.Period,
): Stripe.InvoiceLineItem {
  const { price, quantity = 1 } = item;
  const each = ((price.unit_amount ?? 0) / 100).toFixed(2);
  const description = `${quantity} × ${productNameOf(price)} (at $${each} / ${price.recurring?.interval ?? 'month'})`;
  return newLine({ amount: amountOf(price, quantity), description, period, price, item });
}

/**
 * By the second: the unused time of the old price is credited, the remaining time of the new one charged. The credit is a
 * share of what was really debited for this period, as in Stripe's flexible billing mode.
 */
export function prorationLines(
  account: Account,
  subscription: Stripe.Subscription,
  changed: Stripe.SubscriptionItem,
  at: number,
): Stripe.InvoiceLineItem[] {
  const item = itemOf(subscription);
  const isSame = item.price.id === changed.price.id && item.quantity === changed.quantity;
  const end = item.current_period_end;
  if (isSame || at >= end) return [];
  const period = { start: at, end };
  const debited = lastDebit(account, subscription, item);
  const from = debited?.period.start ?? item.current_period_start;
  const paid = debited?.amount ?? amountOf(item.price, item.quantity);
  const whole = end - item.current_period_start;
  const on = dateText(at);
  return [
    newLine({
      amount: -Math.round((paid * (end - at)) / (end - from)),
      description: `Unused time on ${productNameOf(item.price)} after ${on}`,
      period,
      price: item.price,
      item,
      credited: debited,
      isProration: true,
    }),
    newLine({
      amount: Math.round((amountOf(changed.price, changed.quantity) * (end - at)) / whole),
      description: `Remaining time on ${productNameOf(changed.price)} after ${on}`,
      period,
      price: changed.price,
      item: changed,
      isProration: true,
    }),
  ];
}

/** The line that the present price was last debited by in this period. */
function lastDebit({ state }: Account, subscription: Stripe.Subscription, item: Stripe.SubscriptionItem) {
  const invoices = Object.values(state.invoices).filter(({ status }) => status !== 'void');
  const invoiced = invoices.flatMap(({ lines }) => lines.data);
  return [...invoiced, ...(state.pendingLines[subscription.id] ?? [])].findLast(
    (line) =>
      line.subscription === subscription.id &&
      line.amount > 0 &&
      line.pricing?.price_details?.price === item.price.id &&
      line.period.end === item.current_period_end,
  );
}

const dateText = (seconds: number): string =>
  new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' }).format(
    seconds * 1_000,
  );
