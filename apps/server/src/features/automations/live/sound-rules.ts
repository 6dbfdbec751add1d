import type { RuleGroup } from '@waggle/contracts/contact-rules';
import { rulesAreSound } from '#features/contacts/index.ts';
import type { Context } from '#platform/context.ts';

/** Milliseconds: how long after something is deleted rules that name it may still be followed. */
const keptMs = 2_000;
type Known = WeakMap<RuleGroup, { isSound: boolean; until: number }>;
/** By the rules of versions, which this process keeps: each turn asks for the same ones. */
const kept: Known = new WeakMap();

/**
 * Which of the rules of a version name something that is gone. They may not be followed: what 'none' of is asked for would hold for
 * everybody, and everybody would get in and be emailed.
 */
export async function findUnsound(ctx: Context, rules: readonly RuleGroup[]): Promise<ReadonlySet<RuleGroup>> {
  // A person may see less than there is.
  const known: Known = ctx.actor.kind === 'job' && !ctx.actor.clientLimit ? kept : new WeakMap();
  const unknown = rules.filter((rule) => (known.get(rule)?.until ?? 0) <= performance.now());
  const areSound = unknown.length === 0 || (await rulesAreSound(ctx, unknown));
  const until = performance.now() + keptMs;
  for (const rule of unknown) {
    const isSound = areSound || (unknown.length > 1 && (await rulesAreSound(ctx, [rule])));
    known.set(rule, { isSound, until });
  }
  return new Set(rules.filter((rule) => known.get(rule)?.isSound === false));
}
