import { entitlements } from '#features/plans/index.ts';
import type { Context } from '#platform/context.ts';
import { emit } from '#platform/outbox/outbox.ts';
import { Problem } from '#platform/problem.ts';
import { planFilled } from './events.ts';
import { countedContacts } from './queries.ts';

/** How many people who can be written to the plan includes; null is any number. */
export async function contactLimit(ctx: Context): Promise<number | null> {
  const { limits } = await entitlements(ctx);
  return limits.contacts;
}

export const isFull = (counted: number, limit: number | null): limit is number => limit !== null && counted >= limit;

/**
 * Comes after the write: from there on this transaction holds the counter, and nobody else can pass it. `before` is what was
 * counted under that hold: an organization above its limit may go on with whatever takes no place.
 */
export async function refuseBeyondPlan(ctx: Context, before: number): Promise<void> {
  const limit = await contactLimit(ctx);
  if (limit === null) return;
  const counted = await countedContacts(ctx);
  if (counted > limit && counted > before) throw planFull(limit);
}

/** Percent of a plan's contacts at which people are told. */
const levels = [100, 90, 75] as const;
const placesAt = (limit: number, percent: number): number => Math.ceil((limit * percent) / 100);

/** After many were added: tells of the highest level that is reached. Whoever hears it tells each person once. */
export async function noteFullness(ctx: Context): Promise<void> {
  const limit = await contactLimit(ctx);
  if (limit === null) return;
  const counted = await countedContacts(ctx);
  const percent = levels.find((level) => counted >= placesAt(limit, level));
  if (percent !== undefined) await emit(ctx, planFilled, { percent, limit });
}

/** After one was added: only the one that reaches a level tells of it. */
export async function noteOneMore(ctx: Context, counted: number, limit: number | null): Promise<void> {
  const percent = limit === null ? undefined : levels.find((level) => counted === placesAt(limit, level));
  if (limit !== null && percent !== undefined) await emit(ctx, planFilled, { percent, limit });
}

export const planFull = (limit: number) =>
  new Problem('plan_limit', `Your plan includes up to ${limit.toLocaleString('en-US')} contacts. Upgrade to add more.`);
