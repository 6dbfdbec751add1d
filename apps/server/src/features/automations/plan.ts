import { type AutomationDocument, stepsOf } from '@waggle/contracts/automation-document';
import { entitlements } from '#features/plans/index.ts';
import type { Context } from '#platform/context.ts';
import { Problem } from '#platform/problem.ts';
import { type AutomationRow, countAutomations, findOldestLive } from './queries.ts';

/** Whether a plan counts it. One that is paused keeps its place, so that whoever resumes it is not refused. */
export const countsForPlan = ({ status }: Pick<AutomationRow, 'status'>): boolean =>
  status === 'live' || status === 'paused';

/** Comes after the write that makes one more live: from there on this transaction holds the counter, and nobody else can pass it. */
export async function refuseBeyondPlan(ctx: Context): Promise<void> {
  const { limits } = await entitlements(ctx);
  if (limits.liveAutomations === null) return;
  const { live } = await countAutomations(ctx);
  refuseMore(live, limits.liveAutomations);
}

/** Before the write: somebody may still be faster. */
export async function requireRoomInPlan(ctx: Context): Promise<void> {
  const { limits } = await entitlements(ctx);
  if (limits.liveAutomations === null) return;
  const { live } = await countAutomations(ctx);
  refuseMore(live + 1, limits.liveAutomations);
}

function refuseMore(live: number, most: number): void {
  if (live <= most) return;
  const message =
    most === 0
      ? 'Automations come with the Core plan. Upgrade to publish this one.'
      : `Your plan includes ${most} live automations. End one, or upgrade to add more.`;
  throw new Problem('plan_limit', message);
}

export type Beyond = (automation: Pick<AutomationRow, 'id' | 'status'>) => boolean;

/**
 * Which automations are beyond the plan, as after a downgrade: all that count but the oldest. They go on, are paused, resumed and ended, and
 * are edited no longer, until older ones end or the plan takes them.
 */
export async function whatIsBeyondPlan(ctx: Context): Promise<Beyond> {
  const { limits } = await entitlements(ctx);
  if (limits.liveAutomations === null) return () => false;
  const { live } = await countAutomations(ctx);
  if (live <= limits.liveAutomations) return () => false;
  const within = new Set(await findOldestLive(ctx, limits.liveAutomations));
  return (automation) => countsForPlan(automation) && !within.has(automation.id);
}

export async function refuseEditBeyondPlan(ctx: Context, automation: AutomationRow): Promise<void> {
  const isBeyond = await whatIsBeyondPlan(ctx);
  if (!isBeyond(automation)) return;
  const { liveAutomations: most } = (await entitlements(ctx)).limits;
  const message =
    most === 0
      ? 'Automations come with the Core plan. This one keeps running. Upgrade to edit it.'
      : `Your plan includes ${most} live automations. This one keeps running. Upgrade to edit it, or end an older one.`;
  throw new Problem('plan_limit', message);
}

const hasSplit = ({ steps }: AutomationDocument): boolean => [...stepsOf(steps)].some(({ kind }) => kind === 'split');

export async function refuseSplitBeyondPlan(ctx: Context, document: AutomationDocument): Promise<void> {
  const { features } = await entitlements(ctx);
  if (!features.splitTests && hasSplit(document))
    throw new Problem('plan_limit', 'Split steps come with the Plus plan. Remove the split, or upgrade.');
}

/** What publishing would be refused for, told before somebody tries. */
export async function missingInPlan(
  ctx: Context,
  automation: AutomationRow,
  document: AutomationDocument,
): Promise<'automations' | 'split-tests' | null> {
  const { limits, features } = await entitlements(ctx);
  if (!features.splitTests && hasSplit(document)) return 'split-tests';
  const most = limits.liveAutomations;
  if (most === null) return null;
  const isMissing = countsForPlan(automation)
    ? (await whatIsBeyondPlan(ctx))(automation)
    : (await countAutomations(ctx)).live >= most;
  return isMissing ? 'automations' : null;
}
