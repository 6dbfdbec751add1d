import { type PriceId, type Tier, tierOfPrice } from '@waggle/contracts/plans';
import type Stripe from 'stripe';
import type { Config } from '#platform/config.ts';

export type Price = { amount: number; currency: string };
type Sold = Exclude<Tier, 'lite'>;

/** Milliseconds a price is believed; the operator changes one a few times a year. */
const keptFor = 600_000;

export type Prices = {
  /** The plan of a subscription, by the price it was bought for; undefined for what is no plan of ours. */
  tierOf(stripePriceId: string): Tier | undefined;
  /** What is sold under that name; undefined where the operator has set none. */
  stripePriceOf(priceId: PriceId): string | undefined;
  /** As Stripe has it now, or null while it doesn't answer. */
  priceOf(tier: Sold): Promise<Price | null>;
};

export function createPrices(stripe: Stripe | null, config: Config): Prices {
  const ids: Record<Sold, readonly string[]> = {
    core: config.STRIPE_PRICE_CORE,
    plus: config.STRIPE_PRICE_PLUS,
    system: config.STRIPE_PRICE_SYSTEM,
  };
  const tiers = new Map(Object.entries(ids).flatMap(([tier, of]) => of.map((id) => [id, tier as Tier] as const)));
  const kept = new Map<string, { price: Price; until: number }>();

  async function ask(id: string): Promise<Price | null> {
    const known = kept.get(id);
    if (known && known.until > Date.now()) return known.price;
    try {
      const { unit_amount: amount, currency } = await stripe!.prices.retrieve(id);
      if (amount === null) return null;
      const price = { amount, currency: currency.toUpperCase() };
      kept.set(id, { price, until: Date.now() + keptFor });
      return price;
    } catch {
      // An old price is better than none; an upgrade asks Stripe again before anything is charged.
      return known?.price ?? null;
    }
  }

  return {
    tierOf: (id) => tiers.get(id),
    stripePriceOf: (priceId) => ids[tierOfPrice[priceId] as Sold][0],
    priceOf: async (tier) => (stripe && ids[tier][0] ? ask(ids[tier][0]) : null),
  };
}
