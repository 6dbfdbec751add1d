import { expect, test } from 'vitest';
import { mayOpen } from './frequency.ts';

const dayMs = 86_400_000;
const now = 1_800_000_000_000;

test.each([
  ['a first visit', {}, 'once', true],
  ['every page', { shown: now - 1 }, '0', true],
  ['a day, too early', { shown: now - dayMs + 1 }, '1', false],
  ['a day', { shown: now - dayMs }, '1', true],
  ['a week, too early', { shown: now - 6 * dayMs }, '7', false],
  ['a week', { shown: now - 7 * dayMs }, '7', true],
  ['once', { shown: now - 400 * dayMs }, 'once', false],
  ['what is no rule', { shown: now - 400 * dayMs }, 'soon', false],
  ['who sent it', { shown: now - 400 * dayMs, sent: now - 400 * dayMs }, '0', false],
])('opens by itself again: %s', (_case, memory, again, expected) => {
  expect(mayOpen(memory, again, now)).toBe(expected);
});
