import { entitlements } from '#features/plans/index.ts';
import type { Context } from '#platform/context.ts';
import { Problem } from '#platform/problem.ts';
import { countForms } from './queries.ts';

/** Comes after the write that shows one form more: from there on this transaction holds the counter, and nobody else can pass it. */
export async function refuseBeyondPlan(ctx: Context): Promise<void> {
  const { limits } = await entitlements(ctx);
  if (limits.activeForms === null) return;
  const { active } = await countForms(ctx);
  if (active > limits.activeForms)
    throw new Problem('plan_limit', 'Your plan includes 1 active form. Deactivate it, or upgrade to add more.');
}
