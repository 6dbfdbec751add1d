import type { Condition, Rule, RuleGroup } from '@waggle/contracts/contact-rules';

/** Of one condition: whether it holds, and what the contact has where that is a value of their own. */
export type JudgedCondition = { holds: boolean; found: string | null };
/** Of rules: whether they hold, and each condition in the order a person reads them. */
export type Judged = { holds: boolean; conditions: readonly JudgedCondition[] };

export const conditionsOf = (rule: Rule): Condition[] => ('rules' in rule ? rule.rules.flatMap(conditionsOf) : [rule]);

export function judge(rule: RuleGroup, conditions: readonly JudgedCondition[]): Judged {
  const next = conditions.values();
  return { holds: holdsOf(rule, () => next.next().value!.holds), conditions };
}

function holdsOf(rule: Rule, next: () => boolean): boolean {
  if (!('rules' in rule)) return next();
  const parts = rule.rules.map((part) => holdsOf(part, next));
  if (rule.match === 'all') return parts.every(Boolean);
  return parts.some(Boolean) === (rule.match === 'any');
}

/** As a turn keeps it: a digit for each condition, left out where the answer says them all, and values by their place. */
export type PackedRule = { c?: string; v?: Record<string, string> };

export function packRule(rule: RuleGroup, { holds, conditions }: Judged): PackedRule | null {
  const found = conditions.flatMap((one, at): [string, string][] =>
    one.found === null ? [] : [[String(at), one.found]],
  );
  const isImplied = impliedBy(rule, holds, conditions.length) !== null;
  if (isImplied && found.length === 0) return null;
  return {
    ...(isImplied ? {} : { c: conditions.map((one) => (one.holds ? '1' : '0')).join('') }),
    ...(found.length > 0 && { v: Object.fromEntries(found) }),
  };
}

/** Null where it was kept before conditions were. */
export function unpackRule(rule: RuleGroup, holds: boolean, { c, v }: PackedRule): JudgedCondition[] | null {
  const count = conditionsOf(rule).length;
  const digits = c ?? impliedBy(rule, holds, count);
  if (digits?.length !== count) return null;
  return Array.from(digits, (digit, at) => ({ holds: digit === '1', found: v?.[at] ?? null }));
}

/** What the answer alone says of the conditions of a plain list; null where it leaves more than one way. */
function impliedBy({ match, rules }: RuleGroup, holds: boolean, count: number): string | null {
  if (rules.some((rule) => 'rules' in rule)) return null;
  const isUniform = match === 'any' ? !holds : holds;
  if (count > 1 && !isUniform) return null;
  return (match === 'none' ? !holds : holds) ? '1'.repeat(count) : '0'.repeat(count);
}
