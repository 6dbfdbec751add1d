import type { Condition, RuleGroup } from '@waggle/contracts/contact-rules';
import { expect, test } from 'vitest';
import { changesByItself } from './by-time.ts';

const tree = (...rules: Condition[]): RuleGroup => ({ match: 'all', rules: [{ match: 'any', rules }] });
const id = '0197e5a0-0000-7000-8000-0000000000f1';

test.each<[string, Condition, boolean]>([
  ['a name', { kind: 'text', field: 'email', op: 'contains', value: 'x' }, false],
  ['a tag', { kind: 'tag', op: 'hasAnyOf', tagIds: [id] }, false],
  ['a fixed day', { kind: 'date', field: 'createdAt', op: 'before', date: '2026-01-01' }, false],
  ['the last days', { kind: 'date', field: 'createdAt', op: 'inLast', days: 7 }, true],
  ['opens of the last days', { kind: 'activity', activity: 'email.opened', op: 'did', days: 7, atLeast: 1 }, true],
  ['a form at any time', { kind: 'form', op: 'submitted', formId: id }, false],
  ['a form in the last days', { kind: 'form', op: 'submitted', formId: null, days: 7 }, true],
  ['an automation, which writes no line', { kind: 'automation', op: 'isInside', automationId: id }, true],
  ['an email, whose sending nobody listens to', { kind: 'campaign', op: 'wasSent', campaignId: id }, true],
])('%s', (_, condition, expected) => {
  expect(changesByItself(tree(condition))).toBe(expected);
});
