import { nothing, type Reported, unusable } from './reported.ts';
import { readShopify } from './shopify.ts';
import { readSigned } from './signed.ts';
import { readStripe } from './stripe.ts';

/** In the words of each shop. A report that cannot be read is never an error of ours: it would hold up all others. */
export function readReport({ kind, topic, text }: { kind: string; topic: string; text: string }, now: Date): Reported {
  let told: unknown;
  try {
    told = JSON.parse(text);
  } catch {
    return unusable("A report isn't JSON.");
  }
  const reader = { stripe: readStripe, shopify: readShopify, signed: readSigned }[kind];
  const reported = reader ? reader(told, topic) : nothing;
  if (!('at' in reported)) return reported;
  // A clock that is ahead would put revenue into days to come.
  return reported.at.getTime() > now.getTime() + 86_400_000 ? { ...reported, at: now } : reported;
}
