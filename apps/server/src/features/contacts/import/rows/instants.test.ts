import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileInstants } from './instants.ts';

describe('a created date', () => {
  test.each([
    ['a day in UTC', 'UTC', '2024-02-29', '2024-02-29T00:00:00.000Z'],
    ['a day in the west', 'America/Los_Angeles', '2024-01-15', '2024-01-15T08:00:00.000Z'],
    ['a day in the east', 'Asia/Tokyo', '2024-01-15', '2024-01-14T15:00:00.000Z'],
    ['a day furthest in the east', 'Pacific/Kiritimati', '2024-01-15', '2024-01-14T10:00:00.000Z'],
    ['the day the clocks go forward', 'America/Los_Angeles', '2024-03-10', '2024-03-10T08:00:00.000Z'],
    ['the day after it', 'America/Los_Angeles', '2024-03-11', '2024-03-11T07:00:00.000Z'],
    ['the day the clocks go back', 'America/Los_Angeles', '2024-11-03', '2024-11-03T07:00:00.000Z'],
    ['the day after it', 'America/Los_Angeles', '2024-11-04', '2024-11-04T08:00:00.000Z'],
    ['a day without midnight', 'America/Sao_Paulo', '2018-11-04', '2018-11-04T03:00:00.000Z'],
    ['a day with two midnights', 'America/Havana', '2024-11-03', '2024-11-03T04:00:00.000Z'],
    ['a time before the change', 'America/Los_Angeles', '2024-03-10 01:59', '2024-03-10T09:59:00.000Z'],
    ['a time after the change', 'America/Los_Angeles', '2024-03-10T03:00:00', '2024-03-10T10:00:00.000Z'],
    ['a time that was left out', 'America/Los_Angeles', '2024-03-10T02:30', '2024-03-10T10:30:00.000Z'],
    ['the first of two', 'America/Los_Angeles', '2024-11-03 01:30', '2024-11-03T08:30:00.000Z'],
    ['a time after both', 'America/Los_Angeles', '2024-11-03 02:30', '2024-11-03T10:30:00.000Z'],
    ['a time in UTC', 'America/Los_Angeles', '2024-03-10T10:00:00Z', '2024-03-10T10:00:00.000Z'],
    ['a time with an offset', 'America/Los_Angeles', '2024-03-10 10:00+02:00', '2024-03-10T08:00:00.000Z'],
  ])('%s (%s)', (_, zone, cell, expected) => {
    expect(compileInstants(zone)(cell)).toBe(expected);
  });

  test.each(['2999-01-01', '2999-01-01T00:00Z', '1969-12-31', '2023-02-29', '2024-02-29 noon', '29.02.2024'])(
    '%s is none',
    (cell) => {
      expect(compileInstants('America/Los_Angeles')(cell)).toBeUndefined();
    },
  );

  test('may be today wherever the organization is, and not tomorrow', () => {
    for (const zone of ['Pacific/Kiritimati', 'UTC', 'Pacific/Pago_Pago']) {
      const dayIn = (days: number) =>
        new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(Date.now() + days * 86_400_000);

      expect(compileInstants(zone)(dayIn(0))).toBeDefined();
      expect(compileInstants(zone)(dayIn(1))).toBeUndefined();
    }
  });

  test('is the day it was written as, on any day in any zone', () => {
    const zone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
    const time = fc.integer({ min: Date.UTC(1970, 0, 3), max: Date.UTC(2026, 0, 1) });
    fc.assert(
      fc.property(zone, time, (timeZone, at) => {
        const format = new Intl.DateTimeFormat('sv-SE', { timeZone });
        const day = format.format(at);

        const read = Date.parse(compileInstants(timeZone)(day) ?? '');

        expect([format.format(read), read <= at]).toEqual([day, true]);
        expect(format.format(read - 1_000) < day).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });
});
