import type { Condition, RuleGroup } from '@waggle/contracts/contact-rules';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { conditionsOf, judge, packRule, unpackRule } from './judged.ts';

const condition: Condition = { kind: 'status', op: 'isAnyOf', values: ['active'] };
const match = fc.constantFrom('all' as const, 'any' as const, 'none' as const);
const flat = fc.record({ match, rules: fc.array(fc.constant(condition), { minLength: 0, maxLength: 4 }) });
const tree: fc.Arbitrary<RuleGroup> = fc.record({
  match,
  rules: fc.array(fc.oneof(fc.constant<Condition>(condition), flat), { maxLength: 4 }),
});
const judged = tree.chain((rule) => {
  const count = conditionsOf(rule).length;
  const one = fc.record({ holds: fc.boolean(), found: fc.option(fc.string()) });
  return fc.array(one, { minLength: count, maxLength: count }).map((conditions) => ({ rule, conditions }));
});

test('what is kept of any rules says every condition again', () => {
  fc.assert(
    fc.property(judged, ({ rule, conditions }) => {
      const answer = judge(rule, conditions);

      expect(unpackRule(rule, answer.holds, packRule(rule, answer) ?? {})).toEqual(conditions);
    }),
  );
});

test('nothing is kept where the answer says every condition', () => {
  const rules = [condition, condition];
  const both = [true, true].map((holds) => ({ holds, found: null }));
  const all: RuleGroup = { match: 'all', rules };
  const none: RuleGroup = { match: 'none', rules: [condition] };

  expect(packRule(all, judge(all, both))).toBeNull();
  expect(packRule(none, judge(none, both.slice(1)))).toBeNull();
  expect(packRule(all, judge(all, [both[0]!, { holds: false, found: 'Leeds' }]))).toEqual({
    c: '10',
    v: { 1: 'Leeds' },
  });
});

test('what was kept before conditions were is not guessed', () => {
  expect(unpackRule({ match: 'any', rules: [condition, condition] }, true, {})).toBeNull();
});
