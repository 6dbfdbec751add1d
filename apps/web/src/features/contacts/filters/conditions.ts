import type { ContactField, FieldType } from '@waggle/contracts/contact-fields';
import {
  automationOperators,
  campaignOperators,
  Condition,
  formOperators,
  RuleTree,
  textOperators,
  type Rule,
  type RuleGroup,
} from '@waggle/contracts/contact-rules';

export type Operator = Exclude<Condition, { kind: 'import' }>['op'];

const textFields = ['email', 'firstName', 'lastName', 'phone', 'company'] as const;
const dateFields = ['createdAt', 'lastActivityAt'] as const;

/** Fields a filter can be about, in the order of the list; custom ones follow as `custom.<key>`. */
export const plainFieldIds = [
  'status',
  'source',
  'tag',
  'client',
  ...dateFields,
  'consent.email',
  'consent.sms',
  ...textFields,
] as const;
export type PlainFieldId = (typeof plainFieldIds)[number];

/** The filters in an address; all of them must hold. What cannot be read is no filter. */
export function filtersIn(rules: unknown): Rule[] {
  const { success, data } = RuleTree.safeParse(rules);
  if (!success) return [];
  return data.match === 'all' ? data.rules : [data];
}

export const treeOf = (rules: readonly Rule[]): RuleGroup | undefined =>
  rules.length > 0 ? { match: 'all', rules: [...rules] } : undefined;

export const isGroup = (rule: Rule): rule is RuleGroup => 'rules' in rule;

const firstOperator: Record<FieldType, Extract<Condition, { kind: 'custom' }>['op']> = {
  text: 'contains',
  number: 'greaterThan',
  date: 'greaterThan',
  boolean: 'isTrue',
  choice: 'is',
};

/** A new filter. Most are not complete yet: nothing is chosen. */
export function startOf(fieldId: string, fields: readonly ContactField[]): Condition {
  if (fieldId.startsWith('custom.')) {
    const key = fieldId.slice('custom.'.length);
    return { kind: 'custom', key, op: firstOperator[typeOf(key, fields)], value: '' };
  }
  const date = dateFields.find((one) => one === fieldId);
  if (date) return { kind: 'date', field: date, op: 'inLast', days: 30 };
  const text = textFields.find((one) => one === fieldId);
  if (text) return { kind: 'text', field: text, op: 'contains', value: '' };
  return startOfChoice(fieldId);
}

function startOfChoice(fieldId: string): Condition {
  if (fieldId === 'tag') return { kind: 'tag', op: 'hasAnyOf', tagIds: [] };
  if (fieldId === 'client') return { kind: 'client', op: 'isAnyOf', clientIds: [] };
  if (fieldId === 'source') return { kind: 'source', op: 'isAnyOf', values: [] };
  if (fieldId === 'consent.email') return { kind: 'consent', channel: 'email', op: 'isAnyOf', values: [] };
  if (fieldId === 'consent.sms') return { kind: 'consent', channel: 'sms', op: 'isAnyOf', values: [] };
  return { kind: 'status', op: 'isAnyOf', values: [] };
}

/** A field that was deleted since is read as text. */
export const typeOf = (key: string, fields: readonly ContactField[]): FieldType =>
  fields.find((field) => field.key === key)?.type ?? 'text';

const customOperators: Record<FieldType, readonly Operator[]> = {
  text: textOperators,
  number: ['is', 'isNot', 'lessThan', 'greaterThan', 'isEmpty', 'isNotEmpty'],
  date: ['is', 'lessThan', 'greaterThan', 'isEmpty', 'isNotEmpty'],
  boolean: ['isTrue', 'isFalse', 'isEmpty', 'isNotEmpty'],
  choice: ['is', 'isNot', 'isEmpty', 'isNotEmpty'],
};

export function operatorsOf(rule: Condition, fields: readonly ContactField[]): readonly Operator[] {
  switch (rule.kind) {
    case 'text':
      return textOperators;
    case 'date':
      return ['inLast', 'notInLast', 'before', 'after'];
    case 'tag':
      return ['hasAnyOf', 'hasAllOf', 'hasNoneOf'];
    case 'custom':
      return customOperators[typeOf(rule.key, fields)];
    case 'activity':
      return ['did', 'didNot'];
    case 'campaign':
      return campaignOperators;
    case 'form':
      return formOperators;
    case 'automation':
      return automationOperators;
    case 'import':
      return [];
    default:
      return ['isAnyOf', 'isNoneOf'];
  }
}

const today = () => new Date().toISOString().slice(0, 10);

export function withOperator(rule: Condition, op: Operator): Condition {
  if (rule.kind !== 'date') return { ...rule, op } as Condition;
  const { kind, field } = rule;
  if (op === 'before' || op === 'after') return { kind, field, op, date: rule.date ?? today() };
  return { kind, field, op: op === 'notInLast' ? op : 'inLast', days: rule.days ?? 30 };
}

const withoutValue: readonly string[] = ['isEmpty', 'isNotEmpty', 'isTrue', 'isFalse'];

/** Some operators say everything themselves. */
export const takesValue = (rule: Condition): boolean =>
  rule.kind !== 'import' &&
  rule.kind !== 'activity' &&
  rule.kind !== 'campaign' &&
  rule.kind !== 'form' &&
  rule.kind !== 'automation' &&
  !withoutValue.includes(rule.op);

/** Whether the server would take it; a half-made one waits on the screen. */
export function isComplete(rule: Rule): boolean {
  if (isGroup(rule)) return true;
  if ((rule.kind === 'text' || rule.kind === 'custom') && takesValue(rule) && rule.value === '') return false;
  return Condition.safeParse(rule).success;
}
