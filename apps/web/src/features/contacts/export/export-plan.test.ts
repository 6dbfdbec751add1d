import { exportContacts } from '@waggle/contracts/contacts';
import { expect, test } from 'vitest';
import { exportQueryOf, fileNameOn, mostSelected, obstacleOf, scopesOf } from './export-plan.ts';

const id = '0197e5a0-0000-7000-8000-000000000001';
const everybody = { match: 'all' as const, rules: [] };

test('what was ticked is offered first, then what is filtered, then everybody', () => {
  expect(scopesOf([id], { search: 'ann' })).toEqual(['selected', 'filtered', 'all']);
  expect(scopesOf(null, { search: 'ann' })).toEqual(['filtered', 'all']);
  expect(scopesOf([], { search: undefined })).toEqual(['all']);
});

test('a selection that does not fit into an address is not offered', () => {
  const ids = (count: number) => Array.from({ length: count }, () => id);

  expect(scopesOf(ids(mostSelected), {})).toContain('selected');
  expect(scopesOf(ids(mostSelected + 1), {})).toEqual(['all']);
});

test('the contract takes what the dialog asks for', () => {
  const chosen = { selection: [id], filter: { search: 'ann', rules: everybody }, custom: ['city'] };

  const filtered = exportQueryOf({ ...chosen, scope: 'filtered', fields: ['phone', 'email'] });
  const selected = exportQueryOf({ ...chosen, scope: 'selected', fields: ['email'] });

  expect(exportContacts.query.parse(filtered)).toEqual({
    search: 'ann',
    rules: everybody,
    fields: ['email', 'phone'],
    custom: ['city'],
  });
  expect(exportContacts.query.parse(selected)).toEqual({ ids: [id], fields: ['email'], custom: ['city'] });
  expect(exportQueryOf({ ...chosen, scope: 'all', fields: ['email'], custom: [] })).toEqual({ fields: 'email' });
});

test('nobody and no field are obstacles', () => {
  expect(obstacleOf(0, ['email'])).toBe('none');
  expect(obstacleOf(5, [])).toBe('noFields');
  expect(obstacleOf(5, ['email'])).toBeUndefined();
});

test('the file has the day in its name', () => {
  expect(fileNameOn(new Date(2026, 4, 9))).toBe('contacts_export_2026-05-09.csv');
});
