import { type PackedRule, unpackRule } from '@waggle/automations/judged';
import { type Outcome, outcomeNames } from '@waggle/automations/outcomes';
import type { Node, Program } from '@waggle/automations/program';
import type { Turn } from '@waggle/contracts/automations';
import type { RuleGroup } from '@waggle/contracts/contact-rules';
import type { z } from 'zod';
import { verdictOf } from '#features/contacts/index.ts';

type Steps = z.infer<typeof Turn>['steps'];
type Kept = { nodes: readonly number[]; outcomes: readonly number[]; seen: Record<string, unknown> | null };

/** Each step that was passed, with what came of it and why. A node that is not in the program is left out. */
export const presentSteps = (program: Program, { nodes, outcomes, seen }: Kept): Steps =>
  nodes.flatMap((at, place) => {
    const node = program.nodes[at];
    if (!node) return [];
    const outcome = outcomeNames[outcomes[place]!] ?? 'done';
    const { c, v, ...values } = (seen?.[String(at)] ?? {}) as Record<string, unknown>;
    const rule = ruleOf(program, node, outcome);
    const packed = { ...(c !== undefined && { c }), ...(v !== undefined && { v }) } as PackedRule;
    const conditions = rule && unpackRule(rule, outcome === 'yes', packed);
    return {
      stepId: node.stepId,
      kind: node.kind,
      outcome,
      seen: { ...values, ...shareOf(node, outcome) },
      ...(rule && conditions && { verdict: verdictOf(rule, conditions.values()) }),
    };
  });

/** What was asked there: the condition, or the rules of who stays where they ended it. */
function ruleOf({ stay }: Program, node: Node, outcome: Outcome): RuleGroup | null {
  if (node.kind === 'if' && (outcome === 'yes' || outcome === 'no')) return node.rule;
  return outcome === 'filter' ? stay.filter : null;
}

/** Of a split: how many of a hundred people go the same way. */
function shareOf(node: Node, outcome: Outcome): { share?: number } {
  if (node.kind !== 'split') return {};
  const lane = node.lanes[Number(/^lane-(\d)$/.exec(outcome)?.[1])];
  const total = node.lanes.reduce((sum, { weight }) => sum + weight, 0);
  return lane ? { share: Math.round((lane.weight / total) * 100) } : {};
}
