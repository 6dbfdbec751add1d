import { contactAddress } from '@waggle/contracts/fields';
import { z } from 'zod';

/** What a report of a shop comes to. */
export type Reported =
  | {
      what: 'order';
      key: string;
      orderName: string;
      description: string | null;
      buyer: Buyer | null;
      amount: number;
      currency: string;
      at: Date;
    }
  | { what: 'refund'; key: string; refundKey: string; amount: number; currency: string; at: Date }
  /** Nothing that counts: an unpaid order, another kind of event. */
  | { what: 'nothing' }
  /** Told to whoever set the shop up. */
  | { what: 'unusable'; why: string };
export type Buyer = { email: string; firstName: string | null; lastName: string | null };

export const nothing: Reported = { what: 'nothing' };
export const unusable = (why: string): Reported => ({ what: 'unusable', why });

export const text = z.string().trim().min(1).max(255);
export const name = z.string().max(120).nullish().catch(null);
export const maybeEmail = z.string().nullish().catch(null);

export function buyerOf(email: string | null | undefined, first?: string | null, last?: string | null): Buyer | null {
  const checked = contactAddress().safeParse(email ?? '');
  return checked.success ? { email: checked.data, firstName: plain(first), lastName: plain(last) } : null;
}
export const plain = (typed: string | null | undefined): string | null =>
  typed
    ?.replaceAll(/[\p{Cc}\p{Cs}]/gu, ' ')
    .trim()
    .slice(0, 100) || null;

export const id = z.union([text, z.number().int().min(1)]).transform(String);
export const price = z.union([z.string(), z.number()]).transform(String);
export function timeOf(said: string | null | undefined): Date {
  const time = Date.parse(said ?? '');
  return Number.isFinite(time) && time > Date.UTC(2000, 0) ? new Date(time) : new Date();
}
