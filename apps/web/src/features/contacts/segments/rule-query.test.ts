import {
  automationOperators,
  campaignOperators,
  formOperators,
  RuleTree,
  type Condition,
  type Rule,
  type RuleGroup,
} from '@waggle/contracts/contact-rules';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { draftOf, fits, incompleteRows, isIncomplete, partAt, treeOf } from './rule-draft.ts';
import { fromQuery, toQuery } from './rule-query.ts';

const word = fc.stringMatching(/^[a-zñ0-9@.]([a-zñ0-9@. ]{0,20}[a-zñ0-9@.])?$/u);
const ids = fc.array(fc.uuid(), { minLength: 1, maxLength: 4 });
const days = fc.integer({ min: 1, max: 3650 });
const oneOf = <const Words extends readonly string[]>(...words: Words) => fc.constantFrom<Words[number]>(...words);

const condition: fc.Arbitrary<Condition> = fc.oneof(
  fc.record({
    kind: fc.constant('text' as const),
    field: oneOf('email', 'firstName', 'lastName', 'phone'),
    op: oneOf('is', 'contains', 'isEmpty'),
    value: fc.oneof(word, fc.constant('')),
  }),
  fc.record({
    kind: fc.constant('status' as const),
    op: oneOf('isAnyOf', 'isNoneOf'),
    values: fc.subarray(['active', 'lead', 'bounced'] as const, { minLength: 1 }).map((list) => [...list]),
  }),
  fc.record({
    kind: fc.constant('source' as const),
    op: oneOf('isAnyOf', 'isNoneOf'),
    values: fc.subarray(['manual', 'form'] as const, { minLength: 1 }).map((list) => [...list]),
  }),
  fc.record({ kind: fc.constant('client' as const), op: oneOf('isAnyOf', 'isNoneOf'), clientIds: ids }),
  fc.record({ kind: fc.constant('tag' as const), op: oneOf('hasAnyOf', 'hasAllOf', 'hasNoneOf'), tagIds: ids }),
  fc.record({
    kind: fc.constant('date' as const),
    field: oneOf('createdAt', 'lastActivityAt'),
    op: oneOf('inLast', 'notInLast'),
    days,
  }),
  fc.record({
    kind: fc.constant('date' as const),
    field: oneOf('createdAt', 'lastActivityAt'),
    op: oneOf('before', 'after'),
    date: oneOf('2026-01-31', '2024-02-29'),
  }),
  fc.record({
    kind: fc.constant('activity' as const),
    activity: oneOf('email.opened', 'email.clicked', 'form.submitted', 'qr.scanned', 'purchase.made'),
    op: oneOf('did', 'didNot'),
    days,
    atLeast: fc.integer({ min: 1, max: 1000 }),
  }),
  fc.record({
    kind: fc.constant('consent' as const),
    channel: oneOf('email', 'sms'),
    op: oneOf('isAnyOf', 'isNoneOf'),
    values: fc.subarray(['none', 'granted'] as const, { minLength: 1 }).map((list) => [...list]),
  }),
  fc.record({
    kind: fc.constant('custom' as const),
    key: fc.stringMatching(/^[a-z][a-z0-9_]{0,10}$/),
    op: oneOf('is', 'lessThan', 'isTrue', 'isEmpty'),
    value: fc.oneof(word, fc.constant('')),
  }),
  fc.record({ kind: fc.constant('campaign' as const), op: oneOf(...campaignOperators), campaignId: fc.uuid() }),
  fc.record({
    kind: fc.constant('campaign' as const),
    op: oneOf(...campaignOperators),
    campaignId: fc.constant(null),
    days,
  }),
  fc.record(
    {
      kind: fc.constant('form' as const),
      op: oneOf(...formOperators),
      formId: fc.option(fc.uuid(), { nil: null }),
      days,
    },
    { requiredKeys: ['kind', 'op', 'formId'] },
  ),
  fc.record({ kind: fc.constant('automation' as const), op: oneOf(...automationOperators), automationId: fc.uuid() }),
  fc.record({ kind: fc.constant('import' as const), importId: fc.uuid() }),
);

const group = (depth: number): fc.Arbitrary<RuleGroup> =>
  fc.record({
    match: oneOf('all', 'any', 'none'),
    rules: fc.array<Rule>(depth === 1 ? condition : fc.oneof(condition, group(depth - 1)), { maxLength: 4 }),
  });
const tree = group(4);

const tagged = (op: 'hasAnyOf' | 'hasNoneOf' = 'hasAnyOf'): Condition => ({
  kind: 'tag',
  op,
  tagIds: ['00000000-0000-4000-8000-000000000001'],
});
const opened: Condition = { kind: 'activity', activity: 'email.opened', op: 'did', days: 30, atLeast: 2 };

describe('rules in the builder', () => {
  test('come back as they went in', () => {
    fc.assert(
      fc.property(tree, (rules) => {
        expect(fromQuery(toQuery(rules))).toEqual(rules);
      }),
    );
  });

  test('are the same two halves after being saved and opened again', () => {
    fc.assert(
      fc.property(tree, (rules) => {
        const saved = treeOf(draftOf(rules)).tree;

        expect(treeOf(draftOf(saved)).tree).toEqual(saved);
      }),
      {
        examples: [
          [
            {
              match: 'all',
              rules: [
                { match: 'none', rules: [] },
                { match: 'none', rules: [] },
              ],
            },
          ],
        ],
      },
    );
  });

  test('that fit are taken by the contract', () => {
    fc.assert(
      fc.property(tree, (rules) => {
        const draft = draftOf(rules);
        fc.pre(fits(draft));

        expect(RuleTree.safeParse(treeOf(draft).tree).success).toBe(true);
      }),
    );
  });
});

describe('the leave-out block', () => {
  test.each<[string, RuleGroup]>([
    ['all, and leaves out any', { match: 'all', rules: [tagged(), { match: 'none', rules: [opened] }] }],
    [
      'any, and leaves out all',
      {
        match: 'all',
        rules: [
          { match: 'any', rules: [tagged(), opened] },
          { match: 'none', rules: [{ match: 'all', rules: [opened, tagged()] }] },
        ],
      },
    ],
  ])('of a segment that asks for %s is kept', (_name, rules) => {
    const draft = draftOf(rules);

    expect(draft.leaveOut.rules).not.toEqual([]);
    expect(treeOf(draft).tree).toEqual(rules);
  });
});

describe('a row without a value', () => {
  test.each([
    ['no tags', { field: 'tag', operator: 'hasAnyOf', value: [] }, true],
    ['an empty name', { field: 'firstName', operator: 'is', value: ' ' }, true],
    ['an operator that needs none', { field: 'firstName', operator: 'isEmpty', value: '' }, false],
    ['days where a date is asked for', { field: 'createdAt', operator: 'before', value: { days: 30 } }, true],
    ['no number of days', { field: 'email.opened', operator: 'did', value: { atLeast: 1 } }, true],
    ['days and times', { field: 'email.opened', operator: 'did', value: { days: 30, atLeast: 1 } }, false],
    ['a yes or no', { field: 'custom.vip', operator: 'isTrue', value: '' }, false],
    ['no campaign', { field: 'campaign', operator: 'opened', value: {} }, true],
    ['any campaign of no days', { field: 'campaign', operator: 'opened', value: { campaignId: null } }, true],
    [
      'any campaign of some days',
      { field: 'campaign', operator: 'opened', value: { campaignId: null, days: 7 } },
      false,
    ],
    ['no form', { field: 'form', operator: 'submitted', value: {} }, true],
    ['any form at any time', { field: 'form', operator: 'submitted', value: { formId: null } }, false],
    ['a form of no days', { field: 'form', operator: 'submitted', value: { formId: null, days: null } }, true],
    ['no import', { field: 'import', operator: 'isIn', value: '' }, true],
  ])('%s', (_name, row, expected) => expect(isIncomplete(row)).toBe(expected));

  test('is not counted, and its group goes with it', () => {
    const draft = draftOf({ match: 'all', rules: [opened, { match: 'any', rules: [tagged()] }] });
    const [, inner] = draft.main.rules;
    Object.assign((inner as { rules: object[] }).rules[0] ?? {}, { value: [] });

    expect(incompleteRows(draft)).toHaveLength(1);
    expect(treeOf(draft).tree).toEqual({ match: 'all', rules: [opened] });
  });

  test('does not shift the place of the rule that removes everybody', () => {
    const draft = draftOf({ match: 'all', rules: [tagged(), opened, { match: 'none', rules: [tagged('hasNoneOf')] }] });
    Object.assign(draft.main.rules[0] ?? {}, { value: [] });
    const counted = treeOf(draft);

    expect(partAt([0], counted)).toBe((draft.main.rules[1] as { id: string }).id);
    expect(partAt([1], counted)).toBe(draft.leaveOut.id);
    expect(partAt([1, 0], counted)).toBe((draft.leaveOut.rules[0] as { id: string }).id);
  });
});
