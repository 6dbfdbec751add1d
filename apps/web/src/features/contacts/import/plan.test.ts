import type { ContactField } from '@waggle/contracts/contact-fields';
import { ImportPlan, type ColumnPlan, type Import } from '@waggle/contracts/imports';
import { expect, test } from 'vitest';
import { choiceOf, columnOf, firstChoices, holderOf, stateOf, withFixes } from './plan.ts';

const fields = [{ key: 'city', label: 'City' }] as ContactField[];
const fileWith = (guesses: ColumnPlan[], change: Partial<Import> = {}) =>
  ({
    kind: 'contacts',
    plan: null,
    columns: guesses.map((guess, at) => ({ header: `column ${at}`, samples: [], guess })),
    ...change,
  }) as Import;

test('a column starts as what the server thinks it is', () => {
  const file = fileWith([{ to: 'email' }, { to: 'custom', key: 'city' }, { to: 'skip' }]);

  expect(firstChoices(file, fields)).toEqual(['email', 'custom:city', 'skip']);
});

test('two columns of one kind do not both become it, but tags may', () => {
  const file = fileWith([{ to: 'email' }, { to: 'email' }, { to: 'tags' }, { to: 'tags' }]);

  expect(firstChoices(file, fields)).toEqual(['email', 'skip', 'tags', 'tags']);
});

test('a field that was deleted since is left out', () => {
  expect(firstChoices(fileWith([{ to: 'custom', key: 'gone' }]), fields)).toEqual(['skip']);
});

test('what was planned before comes back instead of the guess', () => {
  const plan = { columns: [{ to: 'skip' }, { to: 'email' }] } as Import['plan'];

  expect(firstChoices(fileWith([{ to: 'email' }, { to: 'phone' }], { plan }), fields)).toEqual(['skip', 'email']);
});

test('a file of opt-outs uses its addresses and nothing else', () => {
  const file = fileWith([{ to: 'firstName' }, { to: 'email' }], { kind: 'suppressions' });

  expect(firstChoices(file, fields)).toEqual(['skip', 'email']);
});

test('a target that is taken says by which column', () => {
  const choices = ['email', 'tags', 'custom:city', 'skip'] as const;

  expect(holderOf(choices, 'email', 3)).toBe(0);
  expect(holderOf(choices, 'custom:city', 3)).toBe(2);
  expect(holderOf(choices, 'email', 0)).toBeUndefined();
  expect(holderOf(choices, 'tags', 3)).toBeUndefined();
  expect(holderOf(choices, 'skip', 0)).toBeUndefined();
});

test('choices become a plan the contract accepts', () => {
  const columns = (['email', 'custom:city', 'skip', 'tags'] as const).map(columnOf);

  expect(ImportPlan.safeParse({ columns }).success).toBe(true);
  expect(columns.map(choiceOf)).toEqual(['email', 'custom:city', 'skip', 'tags']);
});

test('a column of tags says whether it brings a new one', () => {
  expect(stateOf('tags', ['VIP; local', ''], ['vip', 'Local'])).toBe('matched');
  expect(stateOf('tags', ['VIP; Fair'], ['vip'])).toBe('newTag');
  expect(stateOf('skip', [], [])).toBe('skipped');
  expect(stateOf('email', [], [])).toBe('matched');
});

test('a row corrected twice keeps the last correction', () => {
  const earlier = [
    { row: 9, email: 'a@b.co' },
    { row: 2, email: 'c@d.co' },
  ];

  expect(withFixes(earlier, [{ row: 9, email: 'e@f.co' }])).toEqual([
    { row: 2, email: 'c@d.co' },
    { row: 9, email: 'e@f.co' },
  ]);
});
