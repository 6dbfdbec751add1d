import { expect, test } from 'vitest';
import type { Column } from './data-table-columns.ts';
import { inOrder, movedTo, type TablePreferences } from './table-preferences.ts';

const column = (id: string, primary = false): Column<object> => ({ id, header: id, cell: () => id, primary });
const columns = [column('name', true), column('email'), column('status'), column('tags')];
const ordered = (order: string[]) => inOrder(columns, { order } as unknown as TablePreferences).map(({ id }) => id);

test('columns stand as somebody put them, new ones after', () => {
  expect(ordered([])).toEqual(['name', 'email', 'status', 'tags']);
  expect(ordered(['tags', 'email'])).toEqual(['name', 'tags', 'email', 'status']);
});

test('the column that names the row stays first, and what is gone leaves no gap', () => {
  expect(ordered(['tags', 'gone', 'name'])).toEqual(['name', 'tags', 'email', 'status']);
});

test('a column moves to a place and not beyond the ends', () => {
  expect(movedTo(['a', 'b', 'c'], 'c', 0)).toEqual(['c', 'a', 'b']);
  expect(movedTo(['a', 'b', 'c'], 'a', 9)).toEqual(['b', 'c', 'a']);
  expect(movedTo(['a', 'b', 'c'], 'b', -4)).toEqual(['b', 'a', 'c']);
});
