import { expect, test } from 'vitest';
import { flag, listAddress, nextAddress } from './address.ts';

test('what is unreadable in an address is left out', () => {
  expect(listAddress({ search: 42, sort: 7, size: 33, page: 1.5, cursor: 'abc' })).toEqual({
    search: '42',
    cursor: 'abc',
  });
  expect(nextAddress({ next: ['/a'] })).toEqual({});
  expect(flag({ add: 'yes' }, 'add')).toEqual({});
});

test('a readable address is kept', () => {
  expect(listAddress({ search: 'rye', sort: '-name', size: 25, page: 3, cursor: 'abc' })).toEqual({
    search: 'rye',
    sort: '-name',
    size: 25,
    page: 3,
    cursor: 'abc',
  });
  expect(flag({ add: true }, 'add')).toEqual({ add: true });
});
