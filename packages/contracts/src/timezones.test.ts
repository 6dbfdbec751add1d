import { expect, test } from 'vitest';
import { isTimezone } from './timezones.ts';

test.each(['Europe/Madrid', 'America/Argentina/Buenos_Aires', 'Asia/Calcutta', 'Etc/GMT+5', 'UTC'])(
  '%s is a time zone',
  (zone) => {
    expect(isTimezone(zone)).toBe(true);
  },
);

test.each(['', 'Europe/Nowhere', 'Madrid', '+02:00', '-0530', "Europe/Madrid'; drop"])('%j is none', (zone) => {
  expect(isTimezone(zone)).toBe(false);
});
