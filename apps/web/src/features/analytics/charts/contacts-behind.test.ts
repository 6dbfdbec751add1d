import { Condition } from '@waggle/contracts/contact-rules';
import { expect, test } from 'vitest';
import { cameIn } from './contacts-behind.ts';

test('a month holds its first day and its last, by the calendar of the organization', () => {
  const { rules } = cameIn({ from: '2026-02-01', to: '2026-02-28' }, 'America/New_York');

  expect(rules).toMatchObject([
    { op: 'after', date: '2026-02-01', timezone: 'America/New_York' },
    { op: 'before', date: '2026-03-01', timezone: 'America/New_York' },
  ]);
  expect(rules.map((rule) => Condition.safeParse(rule).success)).toEqual([true, true]);
});
