import { suppressionSources } from '@waggle/contracts/suppressions';
import { expect, test } from 'vitest';
import english from '../locales/en/contacts-import.json';

test('D7: every source of a suppression has a word', () => {
  expect(Object.keys(english.suppressed.sources).toSorted()).toEqual([...suppressionSources, 'other'].toSorted());
});
