import type { RuleGroup } from '@waggle/contracts/contact-rules';
import type { Context } from '#platform/context.ts';
import { withStatementTimeout } from '#platform/database/statement-timeout.ts';
import { withTags } from '../contacts.ts';
import { checkRules } from './check-rules.ts';
import * as queries from './queries.ts';
import { placesIn, without } from './rules/tree.ts';
import { countSeconds } from './segments.ts';

const examples = 5;

export async function previewSegment(ctx: Context, rules: RuleGroup) {
  await checkRules(ctx, rules);
  return withStatementTimeout(ctx, countSeconds, async (ctx) => {
    const count = await queries.countMembers(ctx, rules);
    return {
      count,
      of: await queries.countInScope(ctx),
      examples: count === 0 ? [] : await withTags(ctx, await queries.someMembers(ctx, rules, examples)),
      emptiedBy: count === 0 ? await firstThatEmpties(ctx, rules) : null,
    };
  });
}

/** Each try may read every contact: these many and these seconds, then the question stays open. */
const tries = { most: 24, milliseconds: 4_000 };

/** Place of the first rule without which somebody would be left; null when no single rule is to blame. */
async function firstThatEmpties(ctx: Context, rules: RuleGroup): Promise<number[] | null> {
  const started = performance.now();
  for (const place of placesIn(rules).slice(0, tries.most)) {
    if (await queries.hasMembers(ctx, without(rules, place))) return place;
    if (performance.now() - started > tries.milliseconds) return null;
  }
  return null;
}
