import type { ContactField } from '@waggle/contracts/contact-fields';
import type { Condition, Rule } from '@waggle/contracts/contact-rules';
import { expect, test } from 'vitest';
import {
  filtersIn,
  isComplete,
  operatorsOf,
  plainFieldIds,
  startOf,
  takesValue,
  treeOf,
  withOperator,
} from './conditions.ts';

const fields: ContactField[] = [
  { id: '1', key: 'size', label: 'Size', type: 'number', options: [], clientId: null },
  { id: '2', key: 'vip', label: 'VIP', type: 'boolean', options: [], clientId: null },
];
const lead: Condition = { kind: 'status', op: 'isAnyOf', values: ['lead'] };
const recent: Condition = { kind: 'date', field: 'createdAt', op: 'inLast', days: 7 };

test('filters survive the way through the address', () => {
  const filters: Rule[] = [lead, recent];

  expect(filtersIn(JSON.parse(JSON.stringify(treeOf(filters))))).toEqual(filters);
  expect(treeOf([])).toBeUndefined();
});

test('what cannot be read narrows nothing', () => {
  for (const broken of [undefined, 'x', {}, { match: 'all', rules: [{ kind: 'moon' }] }, { match: 'all' }]) {
    expect(filtersIn(broken)).toEqual([]);
  }
});

test('rules that are not simply all of a list stay together as one filter', () => {
  const either: Rule = { match: 'any', rules: [lead, recent] };

  expect(filtersIn(either)).toEqual([either]);
});

test('every field starts a filter that belongs to it and has operators', () => {
  for (const id of [...plainFieldIds, 'custom.size', 'custom.vip']) {
    const rule = startOf(id, fields);

    expect(rule).toMatchObject(id.startsWith('custom.') ? { kind: 'custom', key: id.slice(7) } : {});
    expect(operatorsOf(rule, fields)).toContain('op' in rule ? rule.op : undefined);
  }
});

test('a filter is complete once it says something', () => {
  expect(isComplete(startOf('status', fields))).toBe(false);
  expect(isComplete(startOf('email', fields))).toBe(false);
  expect(isComplete(startOf('custom.size', fields))).toBe(false);
  expect(isComplete(startOf('createdAt', fields))).toBe(true);
  expect(isComplete(startOf('custom.vip', fields))).toBe(true);
  expect(isComplete(lead)).toBe(true);
});

test('another operator keeps the filter complete', () => {
  const before = withOperator(recent, 'before');

  expect(isComplete(before)).toBe(true);
  expect(before).not.toHaveProperty('days');
  expect(isComplete(withOperator(before, 'notInLast'))).toBe(true);
  expect(takesValue(withOperator(startOf('email', fields), 'isEmpty'))).toBe(false);
});
