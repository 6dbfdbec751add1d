import type Stripe from 'stripe';
import { type Account, itemOf, priceOf } from './account.ts';
import { planOf } from './prices.ts';
import { missing, refused } from './stripe-error.ts';

type Params = Stripe.SubscriptionUpdateParams;
type Item = Stripe.SubscriptionItem;

/** Without its id an item would be added to the one there is, which Stripe refuses for the same price. */
export function changedItem(
  account: Account,
  subscription: Stripe.Subscription,
  items: NonNullable<Params['items']>,
): Item {
  const [wanted, ...others] = items;
  const item = itemOf(subscription);
  if (!wanted || others.length > 0)
    throw refused('The fake knows subscriptions with one item only.', { param: 'items' });
  if (wanted.id === undefined) throw refused('The fake adds no second item: pass the id.', { param: 'items[0][id]' });
  if (wanted.id !== item.id) throw missing('subscription_item', wanted.id, 'items[0][id]');
  const price = wanted.price === undefined ? item.price : priceOf(account, wanted.price, 'items[0][price]');
  return { ...item, price, plan: planOf(price), quantity: wanted.quantity ?? item.quantity ?? 1 };
}

export function prorationDate(account: Account, subscription: Stripe.Subscription, asked: number | undefined): number {
  const { current_period_start: start, current_period_end: end } = itemOf(subscription);
  if (asked !== undefined && (asked < start || asked > end)) {
    throw refused('Invalid proration_date: it must be within the current period.', { param: 'proration_date' });
  }
  return asked ?? account.now();
}
