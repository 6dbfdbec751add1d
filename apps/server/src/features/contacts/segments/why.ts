import type { Rule, RuleGroup } from '@waggle/contracts/contact-rules';
import type { Verdict } from '@waggle/contracts/segments';
import type { Context } from '#platform/context.ts';
import { notFound } from '#platform/problem.ts';
import { judge } from './queries.ts';
import { isGroup } from './rules/tree.ts';
import { requireSegment } from './segments.ts';

type Judged = { holds: boolean; found: string | null };

export async function explainMember(ctx: Context, { segmentId, contactId }: { segmentId: string; contactId: string }) {
  const segment = await requireSegment(ctx, segmentId);
  const judged = await judge(ctx, segment.rules, contactId);
  if (!judged) throw notFound();
  const verdicts = judged.holds.map((holds, at) => ({ holds, found: judged.found[at] ?? null }));
  const verdict = verdictOf(segment.rules, verdicts.values());
  const inClient = segment.client_id === null || segment.client_id === judged.client_id;
  return { member: verdict.holds && inClient, verdict };
}

/** Takes the verdicts in the order conditionsOf() lists the conditions. */
export function verdictOf(rule: Rule, judged: Iterator<Judged>): Verdict {
  if (isGroup(rule)) {
    const parts = rule.rules.map((part) => verdictOf(part, judged));
    return { holds: together(rule.match, parts), rule: null, match: rule.match, found: null, parts };
  }
  const { holds, found } = judged.next().value as Judged;
  return { holds, rule, match: null, found, parts: [] };
}

function together(match: RuleGroup['match'], parts: Verdict[]): boolean {
  if (match === 'all') return parts.every(({ holds }) => holds);
  return parts.some(({ holds }) => holds) === (match === 'any');
}
