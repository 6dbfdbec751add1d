import { RuleTree, type RuleGroup } from '@waggle/contracts/contact-rules';

const active = { kind: 'status', op: 'isAnyOf', values: ['active'] } as const;
const opened = { kind: 'activity', activity: 'email.opened' } as const;

export const starterIds = ['engaged', 'quiet', 'never'] as const;
export type StarterId = (typeof starterIds)[number];

export const starters: Readonly<Record<StarterId, RuleGroup>> = {
  engaged: { match: 'all', rules: [{ ...opened, op: 'did', days: 30, atLeast: 2 }] },
  quiet: {
    match: 'all',
    rules: [
      { ...active, values: ['active'] },
      { ...opened, op: 'didNot', days: 60, atLeast: 1 },
      { kind: 'date', field: 'createdAt', op: 'notInLast', days: 90 },
    ],
  },
  // The longest time a rule can look back: ten years.
  never: {
    match: 'all',
    rules: [
      { ...active, values: ['active'] },
      { ...opened, op: 'didNot', days: 3650, atLeast: 1 },
    ],
  },
};

/** What a new segment starts with: `?starter=engaged`, or the rules of a filtered list as `?rules=`. */
export function rulesInAddress({ starter, rules }: { starter?: unknown; rules?: unknown }): RuleGroup | undefined {
  const known = starterIds.find((id) => id === starter);
  if (known) return starters[known];
  return RuleTree.safeParse(typeof rules === 'string' ? readJson(rules) : rules).data;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
