import { expect, test } from 'vitest';
import { rankedFields } from './filter-field-list.tsx';

const fields = [
  { id: 'lastActivityAt', label: 'Last activity', group: 'Properties' },
  { id: 'custom.city', label: 'City', group: 'Your fields' },
  { id: 'custom.home', label: 'Home city', group: 'Your fields' },
  { id: 'status', label: 'Status', group: 'Properties' },
];

test('V17: the label that was typed comes first, whatever its group', () => {
  expect(rankedFields(fields, 'city').map(({ label }) => label)).toEqual(['City', 'Home city']);
  expect(rankedFields(fields, 't').map(({ label }) => label)).toEqual(['Last activity', 'City', 'Home city', 'Status']);
  expect(rankedFields(fields, ' STA ').map(({ label }) => label)).toEqual(['Status']);
  expect(rankedFields(fields, '')).toEqual(fields);
  expect(rankedFields(fields, 'zzz')).toEqual([]);
});
