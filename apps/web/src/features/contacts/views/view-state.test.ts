import type { ContactViewState } from '@waggle/contracts/contact-views';
import { expect, test } from 'vitest';
import { isSameState } from './view-state.ts';

const state: ContactViewState = {
  search: 'baker',
  density: 'regular',
  hiddenColumns: ['tags', 'source'],
  shownColumns: [],
  order: ['name', 'email'],
  widths: { email: 200, tags: 90 },
};

test('a view is the same whatever order its keys come in', () => {
  expect(isSameState({ ...state, widths: { tags: 90, email: 200 } }, state)).toBe(true);
  expect(isSameState({ ...state, hiddenColumns: ['source', 'tags'] }, state)).toBe(true);
});

test('another search, order of columns or width is another view', () => {
  const { search: _search, ...withoutSearch } = state;

  expect(isSameState(withoutSearch, state)).toBe(false);
  expect(isSameState({ ...state, order: ['email', 'name'] }, state)).toBe(false);
  expect(isSameState({ ...state, widths: { ...state.widths, email: 201 } }, state)).toBe(false);
});
