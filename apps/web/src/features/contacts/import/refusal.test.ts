import { expect, test } from 'vitest';
import { hasWrongEmail, reasonOf } from './refusal.ts';

const refused = (message: string, kind: 'invalid' | 'blocked' = 'invalid') => ({
  row: 7,
  kind,
  email: 'a@b',
  name: null,
  message,
});

test('the reason of a row is told without its number', () => {
  expect(reasonOf(refused('Row 7: First name is longer than 100 characters'))).toBe(
    'First name is longer than 100 characters',
  );
  expect(reasonOf(refused('Invalid email address'))).toBe('Invalid email address');
});

test('only a row with a wrong address is offered for correction', () => {
  expect(hasWrongEmail(refused('Row 7: Invalid email address "a@b"'))).toBe(true);
  expect(hasWrongEmail(refused(`Row 7: "City" isn't valid`))).toBe(false);
  expect(hasWrongEmail(refused('Row 7: a@b.co has opted out', 'blocked'))).toBe(false);
});
