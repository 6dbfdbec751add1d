import { entitlements } from '#features/plans/index.ts';
import type { Context } from '#platform/context.ts';
import { Problem } from '#platform/problem.ts';
import { countForms, findOldestShown, type SummaryRow } from './queries.ts';

/** Comes after the write that shows one form more: from there on this transaction holds the counter, and nobody else can pass it. */
export async function refuseBeyondPlan(ctx: Context): Promise<void> {
  const { limits } = await entitlements(ctx);
  if (limits.activeForms === null) return;
  const { active } = await countForms(ctx);
  if (active > limits.activeForms)
    throw new Problem('plan_limit', 'Your plan includes 1 active form. Deactivate it, or upgrade to add more.');
}

/** Whether strangers can fill it in, which is what a plan counts. */
export const isShown = (form: Pick<SummaryRow, 'is_active' | 'published_version'>): boolean =>
  form.is_active && form.published_version !== null;

export type Beyond = (form: Pick<SummaryRow, 'id' | 'is_active' | 'published_version'>) => boolean;

/**
 * Which forms are beyond the plan, as after a downgrade: all that are shown but the oldest. They go on collecting and are
 * edited no longer, until they are deactivated, an older one is, or the plan takes them.
 */
export async function whatIsBeyondPlan(ctx: Context): Promise<Beyond> {
  const { limits } = await entitlements(ctx);
  if (limits.activeForms === null) return () => false;
  const { active } = await countForms(ctx);
  if (active <= limits.activeForms) return () => false;
  const within = new Set(await findOldestShown(ctx, limits.activeForms));
  return (form) => isShown(form) && !within.has(form.id);
}

export async function refuseEditBeyondPlan(ctx: Context, form: SummaryRow): Promise<void> {
  const isBeyond = await whatIsBeyondPlan(ctx);
  if (isBeyond(form))
    throw new Problem(
      'plan_limit',
      'Your plan includes 1 active form. This one keeps collecting. Upgrade to edit it, or deactivate your other forms.',
    );
}
