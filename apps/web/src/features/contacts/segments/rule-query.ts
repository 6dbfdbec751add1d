import { Condition, type Rule, type RuleGroup } from '@waggle/contracts/contact-rules';
import type { RuleGroupType, RuleType } from 'react-querybuilder';

export type GroupDraft = RuleGroupType & { combinator: RuleGroup['match'] };

let made = 0;
/** Ids live as long as the page; `crypto.randomUUID` is missing where there is no https. */
export const nextRuleId = () => `rule-${++made}`;

export const isGroupDraft = (part: object): part is GroupDraft => 'rules' in part;
const isGroup = (rule: Rule): rule is RuleGroup => 'rules' in rule;

/** Our rules as the builder edits them. A match is its combinator, so nothing is lost on the way. */
export const toQuery = ({ match, rules }: RuleGroup): GroupDraft => ({
  id: nextRuleId(),
  combinator: match,
  rules: rules.map((rule) => (isGroup(rule) ? toQuery(rule) : rowOf(rule))),
});

/** The way back. `places` learns which part of the builder each rule came from. */
export function fromQuery(query: GroupDraft, places = new Map<Rule, string>()): RuleGroup {
  const rules = query.rules.flatMap((part): Rule[] => {
    const rule = isGroupDraft(part) ? fromQuery(part, places) : conditionOf(part as RuleType);
    if (!rule) return [];
    if (!isGroup(rule) && typeof part === 'object' && part.id) places.set(rule, part.id);
    return [rule];
  });
  const group: RuleGroup = { match: query.combinator, rules };
  if (query.id) places.set(group, query.id);
  return group;
}

/** What a condition says of these, without what it leaves open. */
const given = <Said extends object>(said: Said, names: readonly (keyof Said)[]): Partial<Said> =>
  Object.fromEntries(names.flatMap((name) => (said[name] === undefined ? [] : [[name, said[name]]]))) as Partial<Said>;

/** A condition as a row: field, operator and value. */
export function rowOf(condition: Condition): RuleType {
  const row = (field: string, operator: string, value: unknown) => ({ id: nextRuleId(), field, operator, value });
  switch (condition.kind) {
    case 'text':
      return row(condition.field, condition.op, condition.value);
    case 'date':
      return row(condition.field, condition.op, given(condition, ['date', 'days']));
    case 'activity':
      return row(condition.activity, condition.op, { days: condition.days, atLeast: condition.atLeast });
    case 'consent':
      return row(`consent.${condition.channel}`, condition.op, condition.values);
    case 'custom':
      return row(`custom.${condition.key}`, condition.op, condition.value);
    case 'campaign':
      return row('campaign', condition.op, given(condition, ['campaignId', 'days']));
    case 'form':
      return row('form', condition.op, given(condition, ['formId', 'days']));
    case 'automation':
      return row('automation', condition.op, condition.automationId);
    case 'import':
      return row('import', 'isIn', condition.importId);
    case 'tag':
      return row('tag', condition.op, condition.tagIds);
    case 'client':
      return row('client', condition.op, condition.clientIds);
    default:
      return row(condition.kind, condition.op, condition.values);
  }
}

/** What a row says, or undefined while the contract would refuse it. */
export const conditionOf = (rule: RuleType): Condition | undefined => Condition.safeParse(looseCondition(rule)).data;

/** Fields whose value is what the condition names, under this key. */
const keyOf: Readonly<Record<string, string>> = {
  status: 'values',
  source: 'values',
  tag: 'tagIds',
  client: 'clientIds',
  automation: 'automationId',
};
/** Fields whose value names what it is about and a period. */
const withPeriod = ['campaign', 'form'];

function looseCondition({ field, operator: op, value }: RuleType): object {
  if (field.startsWith('custom.')) return { kind: 'custom', key: field.slice('custom.'.length), op, value };
  if (field.startsWith('consent.'))
    return { kind: 'consent', channel: field.slice('consent.'.length), op, values: value };
  if (withPeriod.includes(field)) return { kind: field, op, ...(value as object) };
  const key = keyOf[field];
  if (key !== undefined) return { kind: field, op, [key]: value };
  switch (field) {
    case 'import':
      return { kind: 'import', importId: value };
    case 'createdAt':
    case 'lastActivityAt':
      return { kind: 'date', field, op, ...(value as object) };
    default:
      return field.includes('.')
        ? { kind: 'activity', activity: field, op, ...(value as object) }
        : { kind: 'text', field, op, value };
  }
}
