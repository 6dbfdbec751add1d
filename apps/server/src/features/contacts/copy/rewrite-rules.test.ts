import type { RuleGroup } from '@waggle/contracts/contact-rules';
import { expect, test } from 'vitest';
import { rewriteRules } from './rewrite-rules.ts';

const id = (digit: number) => `0190a000-0000-7000-8000-00000000000${digit}`;
const known = {
  from: id(1),
  to: id(2),
  tags: new Map([[id(3), id(4)]]),
  forms: new Map([[id(5), id(6)]]),
  fields: new Set(['birthday']),
};
const all = (...rules: RuleGroup['rules']): RuleGroup => ({ match: 'all', rules });
const tag = (...tagIds: string[]) => ({ kind: 'tag' as const, op: 'hasAnyOf' as const, tagIds });

test('tags, forms and the client itself become those of the new client, and what names nothing stays', () => {
  const status = { kind: 'status' as const, op: 'isAnyOf' as const, values: ['active' as const] };

  const { rules, missing } = rewriteRules(
    all(status, {
      match: 'any',
      rules: [
        tag(id(3).toUpperCase()),
        { kind: 'form', op: 'submitted', formId: id(5) },
        { kind: 'form', op: 'submitted', formId: null },
        { kind: 'client', op: 'isAnyOf', clientIds: [id(1)] },
        { kind: 'custom', key: 'birthday', op: 'isNotEmpty', value: '' },
        { kind: 'campaign', op: 'opened', campaignId: null, days: 30 },
      ],
    }),
    known,
  );

  expect([...missing]).toEqual([]);
  expect(rules).toEqual(
    all(status, {
      match: 'any',
      rules: [
        tag(id(4)),
        { kind: 'form', op: 'submitted', formId: id(6) },
        { kind: 'form', op: 'submitted', formId: null },
        { kind: 'client', op: 'isAnyOf', clientIds: [id(2)] },
        { kind: 'custom', key: 'birthday', op: 'isNotEmpty', value: '' },
        { kind: 'campaign', op: 'opened', campaignId: null, days: 30 },
      ],
    }),
  );
});

test.each([
  [tag(id(9)), 'tag'],
  [{ kind: 'form' as const, op: 'submitted' as const, formId: id(9) }, 'form'],
  [{ kind: 'client' as const, op: 'isAnyOf' as const, clientIds: [id(9)] }, 'client'],
  [{ kind: 'custom' as const, key: 'size', op: 'isEmpty' as const, value: '' }, 'field'],
  [{ kind: 'campaign' as const, op: 'opened' as const, campaignId: id(9) }, 'campaign'],
  [{ kind: 'import' as const, importId: id(9) }, 'import'],
  [{ kind: 'automation' as const, op: 'isInside' as const, automationId: id(9) }, 'automation'],
])('a rule that asks for what was not copied is left out, with its group: %o', (rule, because) => {
  const kept = tag(id(3));

  const { rules, missing } = rewriteRules(all(kept, { match: 'none', rules: [rule] }), known);

  expect(rules).toEqual(all(tag(id(4))));
  expect([...missing]).toEqual([because]);
  expect(rewriteRules(all(rule), known).rules).toBeNull();
});

test('of several tags those that were copied stay, and a segment of everybody stays one', () => {
  expect(rewriteRules(all(tag(id(3), id(9))), known)).toEqual({ rules: all(tag(id(4))), missing: new Set(['tag']) });
  expect(rewriteRules(all(), known)).toEqual({ rules: all(), missing: new Set() });
});
