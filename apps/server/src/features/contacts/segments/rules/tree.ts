import type { Condition, Rule, RuleGroup } from '@waggle/contracts/contact-rules';

export const isGroup = (rule: Rule): rule is RuleGroup => 'rules' in rule;

/** Every condition of a tree, in the order a person reads them. */
export const conditionsOf = (tree: RuleGroup): Condition[] =>
  tree.rules.flatMap((rule) => (isGroup(rule) ? conditionsOf(rule) : [rule]));

export const customKeys = (tree: RuleGroup): string[] => [
  ...new Set(conditionsOf(tree).flatMap((condition) => (condition.kind === 'custom' ? [condition.key] : []))),
];

/** Where every rule stands, as indexes from the root; a group comes before its parts. */
export const placesIn = (tree: RuleGroup): number[][] =>
  tree.rules.flatMap((rule, at) => [[at], ...(isGroup(rule) ? placesIn(rule).map((place) => [at, ...place]) : [])]);

export function without(tree: RuleGroup, [first, ...rest]: number[]): RuleGroup {
  const rules = tree.rules.flatMap((rule, at) => {
    if (at !== first) return [rule];
    return rest.length > 0 && isGroup(rule) ? [without(rule, rest)] : [];
  });
  return { ...tree, rules };
}
