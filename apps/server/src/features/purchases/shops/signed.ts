import { amountOf, digitsOf, isCurrency } from '@waggle/contracts/money';
import { z } from 'zod';
import { buyerOf, id, maybeEmail, name, plain, price, type Reported, text, timeOf, unusable } from './reported.ts';

const Signed = z.object({
  event: z.enum(['purchase', 'refund']),
  order: id,
  refund: id.optional(),
  email: maybeEmail,
  firstName: name,
  lastName: name,
  amount: price,
  currency: text,
  at: z.string().nullish(),
  description: z.string().nullish().catch(null),
});

/** What a shop of any kind may send, signed as Stripe signs. */
export function readSigned(told: unknown): Reported {
  const checked = Signed.safeParse(told);
  if (!checked.success) return unusable('A report needs event, order, amount and currency.');
  const { event, order: key, refund: refundKey, email, firstName, lastName, ...rest } = checked.data;
  const currency = rest.currency.toUpperCase();
  const amount = isCurrency(currency) ? amountOf(rest.amount, currency) : null;
  if (amount === null)
    return unusable(
      `An amount like 12.50 with ${digitsOf(currency)} digits after the point and a known currency are needed.`,
    );
  const at = timeOf(rest.at);
  if (event === 'refund') return { what: 'refund', key, refundKey: refundKey ?? 'all', amount, currency, at };
  const buyer = buyerOf(email, firstName, lastName);
  return {
    what: 'order',
    key,
    orderName: key.slice(0, 100),
    description: plain(rest.description),
    buyer,
    amount,
    currency,
    at,
  };
}
