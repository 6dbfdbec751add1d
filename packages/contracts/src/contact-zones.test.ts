import { expect, test } from 'vitest';
import { allZones, zoneNamed } from './contact-zones.ts';

test.each([
  ['America/New_York', 'America/New_York'],
  ['america/new_york', 'America/New_York'],
  [' America / New York ', 'America/New_York'],
  ['US/Pacific', 'America/Los_Angeles'],
  ['GMT', 'UTC'],
  ['utc', 'UTC'],
  ['Etc/GMT+5', 'Etc/GMT+5'],
])('%j is %s', (typed, zone) => {
  expect(zoneNamed(typed)).toBe(zone);
});

test.each(['', 'EST', 'BST', 'IST', 'Eastern', '+02:00', 'Europe/Nowhere', 'x'.repeat(10_000), '/', 'UTC/UTC'])(
  '%.20j is no zone of a contact',
  (typed) => {
    expect(zoneNamed(typed)).toBeNull();
  },
);

test('every zone has one name, and an older or newer spelling of it is among them', () => {
  const spellings = ['Asia/Kolkata', 'Asia/Calcutta', 'Europe/Kyiv', 'America/Buenos_Aires', 'Etc/UTC'];

  expect(allZones().map(zoneNamed)).toEqual(allZones());
  for (const zone of spellings) expect(allZones()).toContain(zoneNamed(zone));
});
