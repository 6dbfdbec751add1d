import { ruleLimits, type Rule, type RuleGroup } from '@waggle/contracts/contact-rules';
import type { RuleType } from 'react-querybuilder';
import { needsValue } from './rule-fields.ts';
import { conditionOf, fromQuery, isGroupDraft, toQuery, type GroupDraft } from './rule-query.ts';

/** The two halves of the builder: who matches, and who of them is left out all the same. */
export type Draft = { main: GroupDraft; leaveOut: GroupDraft };

const isGroup = (rule: Rule | undefined): rule is RuleGroup => rule !== undefined && 'rules' in rule;

/** A last `none` group of an `all` is the leave-out block, unless it is empty and leaves out nobody; a `none` of one `all` leaves out who matches all of it. */
export function draftOf(tree: RuleGroup): Draft {
  const { main, leaveOut } = halvesOf(tree);
  return { main: toQuery(main), leaveOut: toQuery(leaveOut) };
}

export function halvesOf(tree: RuleGroup): { main: RuleGroup; leaveOut: RuleGroup } {
  if (tree.match === 'none') return { main: { match: 'all', rules: [] }, leaveOut: leftOutBy(tree) };
  const last = tree.rules.at(-1);
  if (tree.match === 'any' || !isGroup(last) || last.match !== 'none' || last.rules.length === 0)
    return { main: tree, leaveOut: { match: 'any', rules: [] } };

  const rest = tree.rules.slice(0, -1);
  const [only] = rest;
  const wrapped = rest.length === 1 && isGroup(only) && only.match === 'any';
  return { main: wrapped ? only : { match: 'all', rules: rest }, leaveOut: leftOutBy(last) };
}

function leftOutBy({ rules }: RuleGroup): RuleGroup {
  const [only] = rules;
  return rules.length === 1 && isGroup(only) && only.match === 'all' ? only : { match: 'any', rules };
}

/** The tree to save or to count, with the place of each rule in the builder. */
export function treeOf({ main, leaveOut }: Draft): { tree: RuleGroup; places: Map<Rule, string> } {
  const places = new Map<Rule, string>();
  const kept = fromQuery(withoutIncomplete(main), places);
  const out = fromQuery(withoutIncomplete(leaveOut), places);
  if (out.rules.length === 0) return { tree: kept.rules.length === 0 ? { ...kept, match: 'all' } : kept, places };

  const none: RuleGroup = { match: 'none', rules: out.match === 'all' ? [out] : out.rules };
  if (leaveOut.id) places.set(none, leaveOut.id);
  const before = kept.match === 'all' || kept.rules.length === 0 ? kept.rules : [kept];
  return { tree: { match: 'all', rules: [...before, none] }, places };
}

/** Which part of the builder stands at `path` of the tree. */
export function partAt(path: readonly number[], { tree, places }: ReturnType<typeof treeOf>): string | undefined {
  let at: Rule | undefined = tree;
  for (const index of path) at = isGroup(at) ? at.rules[index] : undefined;
  return at && places.get(at);
}

/** A row whose value is still missing. The contract takes an empty text; nobody means one. */
export function isIncomplete(rule: RuleType): boolean {
  const condition = conditionOf(rule);
  if (!condition) return true;
  return (condition.kind === 'text' || condition.kind === 'custom') && needsValue(condition.op) && !condition.value;
}

/** Rows in the order they are read. */
export const rowsOf = (group: GroupDraft): RuleType[] =>
  group.rules.flatMap((part) => (isGroupDraft(part) ? rowsOf(part) : [part as RuleType]));

export const incompleteRows = ({ main, leaveOut }: Draft): RuleType[] =>
  [...rowsOf(main), ...rowsOf(leaveOut)].filter(isIncomplete);

/** A group that only had incomplete rows goes with them: left empty it would match everybody or nobody. */
function withoutIncomplete(group: GroupDraft): GroupDraft {
  const rules = group.rules.flatMap((part) => {
    if (!isGroupDraft(part)) return isIncomplete(part as RuleType) ? [] : [part];
    const rest = withoutIncomplete(part);
    return rest.rules.length === 0 && part.rules.length > 0 ? [] : [rest];
  });
  return { ...group, rules };
}

const depthOf = (group: GroupDraft): number =>
  1 + Math.max(0, ...group.rules.map((part) => (isGroupDraft(part) ? depthOf(part) : 0)));

/** How deep the two halves lie in the tree they make. */
export const baseDepths = ({ main, leaveOut }: Draft) => ({
  main: main.combinator !== 'all' && leaveOut.rules.length > 0 ? 2 : 1,
  leaveOut: leaveOut.combinator === 'all' ? 3 : 2,
});

/** Whether the contract takes a tree of this depth and length. */
export function fits(draft: Draft): boolean {
  const base = baseDepths(draft);
  const outDepth = draft.leaveOut.rules.length === 0 ? 0 : base.leaveOut - 1 + depthOf(draft.leaveOut);
  return (
    Math.max(base.main - 1 + depthOf(draft.main), outDepth) <= ruleLimits.depth &&
    rowsOf(draft.main).length + rowsOf(draft.leaveOut).length <= ruleLimits.conditions
  );
}

/** The same rows with new ids, or without them, to see whether anything was changed. */
export const fingerprint = (draft: Draft): string =>
  JSON.stringify([draft.main, draft.leaveOut], (key, value: unknown) => (key === 'id' ? undefined : value));
