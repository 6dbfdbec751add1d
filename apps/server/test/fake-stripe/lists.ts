import type Stripe from 'stripe';
import type { Account } from './account.ts';
import { missing, refused } from './stripe-error.ts';

type Page = Stripe.PaginationParams;
type Bounds = Stripe.RangeQueryParam | number | undefined;

/** A page of a table, newest first. */
export function page<T extends { id: string }>(rows: readonly T[], url: string, params: Page): Stripe.ApiList<T> {
  const { limit = 10, starting_after: after, ending_before: before } = params;
  if (limit < 1 || limit > 100) throw refused('Invalid limit: must be between 1 and 100.', { param: 'limit' });
  const newest = rows.toReversed();
  const indexOf = (id: string, param: string): number => {
    const at = newest.findIndex((row) => row.id === id);
    if (at === -1) throw missing('object', id, param);
    return at;
  };
  if (before !== undefined) {
    const end = indexOf(before, 'ending_before');
    const start = Math.max(0, end - limit);
    return { object: 'list', data: newest.slice(start, end), has_more: start > 0, url };
  }
  const start = after === undefined ? 0 : indexOf(after, 'starting_after') + 1;
  return { object: 'list', data: newest.slice(start, start + limit), has_more: start + limit < newest.length, url };
}

export function isWithin(value: number, bounds: Bounds): boolean {
  if (bounds === undefined) return true;
  if (typeof bounds === 'number') return value === bounds;
  const { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity } = bounds;
  return value > gt && value >= gte && value < lt && value <= lte;
}

/** Stripe refuses to list what belongs to a customer that never was; one that was deleted still has a list. */
export function assertCustomer({ state }: Account, id: string | undefined): void {
  if (id === undefined || state.customers[id] || state.deletedCustomers[id]) return;
  throw missing('customer', id, 'customer');
}

/** Whether nothing was asked for, or exactly this. */
export const matches = <T>(value: T, wanted: T | undefined): boolean => wanted === undefined || value === wanted;
