import { expect, test } from 'vitest';
import { formatOf } from './format.ts';
import { showZone, shownZone } from './shown-zone.ts';

const now = Date.UTC(2026, 4, 12, 12);
const ago = (minutes: number) => new Date(now - minutes * 60_000).toISOString();

test.each([
  [0, 'now'],
  [4, '4 minutes ago'],
  [60 * 3, '3 hours ago'],
  [60 * 25, 'yesterday'],
  [60 * 24 * 6, '6 days ago'],
  [60 * 24 * 7, 'May 5, 2026'],
  [-60 * 24 * 2, 'in 2 days'],
  [-(60 * 24 * 7 - 1), 'in 7 days'],
])('%i minutes ago reads "%s"', (minutes, text) => {
  expect(formatOf('en').when(ago(minutes), now)).toBe(text);
});

/** Days have names, so they are those of the calendar where the person is: midnight counts, and not 24 hours. */
test.each([
  ['2026-05-10T13:00:00Z', '2026-05-12T12:00:00Z', 'UTC', '2 days ago'],
  ['2026-05-11T00:30:00Z', '2026-05-12T12:00:00Z', 'UTC', 'yesterday'],
  ['2026-05-14T00:30:00Z', '2026-05-12T23:30:00Z', 'UTC', 'in 2 days'],
  ['2026-05-13T23:30:00Z', '2026-05-12T12:00:00Z', 'UTC', 'tomorrow'],
  ['2026-05-05T13:00:00Z', '2026-05-12T12:00:00Z', 'UTC', '7 days ago'],
  // 14 hours ahead of UTC: the same two instants lie on other days there.
  ['2026-05-11T00:30:00Z', '2026-05-12T12:00:00Z', 'Pacific/Kiritimati', '2 days ago'],
  ['2026-05-14T00:30:00Z', '2026-05-12T23:30:00Z', 'Pacific/Kiritimati', 'tomorrow'],
  // The day that is 25 hours long, where 24 hours ago was today.
  ['2026-11-01T05:10:00Z', '2026-11-02T05:20:00Z', 'America/Chicago', '24 hours ago'],
])('%s, read at %s in %s, is "%s"', (at, read, zone, text) => {
  const format = formatOf('en', zone);

  expect(format.when(at, Date.parse(read))).toBe(text);
  expect(format.briefly(at, Date.parse(read))).toBe(text.replace('hours', 'hr.'));
});

test('numbers and dates follow the language', () => {
  expect(formatOf('en').number(12_486)).toBe('12,486');
  expect(formatOf('fr').number(12_486)).toMatch(/^12\s486$/);
  expect(formatOf('es').when(ago(60 * 25), now)).toBe('ayer');
});

test('a moment is shown in the zone of the person', () => {
  const at = '2026-05-12T23:30:00.000Z';

  expect(formatOf('en', 'America/Los_Angeles').time(at)).toMatch(/^4:30\sPM$/);
  expect(formatOf('en', 'Asia/Kolkata').date(at)).toBe('May 13, 2026');
});

test('a zone this browser does not know leaves its own', () => {
  showZone('Asia/Kolkata');
  const known = shownZone();
  showZone('Mars/Olympus_Mons');

  expect([known, shownZone()]).toEqual(['Asia/Kolkata', undefined]);
});
