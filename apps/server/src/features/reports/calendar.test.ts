import { describe, expect, test } from 'vitest';
import { lastPeriod, nextRun, sameRun } from './calendar.ts';

const after = (frequency: 'weekly' | 'monthly', zone: string, now: string) =>
  nextRun(frequency, zone, Date.parse(now)).toISOString();

describe('the next report', () => {
  test('is at 8:00 of the next Monday in the zone of the organization', () => {
    // Monday, May 11, 2026, 7:59 and 8:00 in New York.
    expect(after('weekly', 'America/New_York', '2026-05-11T11:59:59Z')).toBe('2026-05-11T12:00:00.000Z');
    expect(after('weekly', 'America/New_York', '2026-05-11T12:00:00Z')).toBe('2026-05-18T12:00:00.000Z');
    expect(after('weekly', 'Asia/Kolkata', '2026-05-10T12:00:00Z')).toBe('2026-05-11T02:30:00.000Z');
  });

  test('keeps its 8:00 in the weeks in which clocks change', () => {
    // Clocks change on Sunday, March 29, and Sunday, October 25, 2026.
    expect(after('weekly', 'Europe/Berlin', '2026-03-23T07:00:00Z')).toBe('2026-03-30T06:00:00.000Z');
    expect(after('weekly', 'Europe/Berlin', '2026-10-19T06:00:00Z')).toBe('2026-10-26T07:00:00.000Z');
    expect(after('monthly', 'Europe/Berlin', '2026-03-15T00:00:00Z')).toBe('2026-04-01T06:00:00.000Z');
  });

  test('is at 8:00 of the first of a month, at the end of a year too', () => {
    expect(after('monthly', 'UTC', '2026-12-01T08:00:00Z')).toBe('2027-01-01T08:00:00.000Z');
    expect(after('monthly', 'UTC', '2026-02-28T23:00:00Z')).toBe('2026-03-01T08:00:00.000Z');
  });
});

describe('the same report in another zone', () => {
  const moved = (frequency: 'weekly' | 'monthly', zone: string, at: string) =>
    sameRun(frequency, zone, new Date(at)).toISOString();

  test('is at 8:00 of the same day, in zones ahead and behind', () => {
    // Monday, June 2, 2031, 8:00 in New York, on Kiritimati and on Midway.
    for (const at of ['2031-06-02T12:00:00Z', '2031-06-01T18:00:00Z', '2031-06-02T19:00:00Z']) {
      expect(moved('weekly', 'Asia/Tokyo', at)).toBe('2031-06-01T23:00:00.000Z');
      expect(moved('weekly', 'America/New_York', at)).toBe('2031-06-02T12:00:00.000Z');
      expect(moved('weekly', 'Pacific/Kiritimati', at)).toBe('2031-06-01T18:00:00.000Z');
      expect(moved('weekly', 'Pacific/Midway', at)).toBe('2031-06-02T19:00:00.000Z');
    }
    expect(moved('monthly', 'Asia/Tokyo', '2031-03-01T13:00:00Z')).toBe('2031-02-28T23:00:00.000Z');
    expect(moved('monthly', 'America/New_York', '2030-12-31T23:00:00Z')).toBe('2031-01-01T13:00:00.000Z');
  });
});

describe('the period of a report', () => {
  test('is the week from Monday to Sunday that is over, whatever day it is', () => {
    for (const today of ['2026-05-11', '2026-05-14', '2026-05-17'])
      expect(lastPeriod('weekly', today)).toEqual({
        days: { from: '2026-05-04', to: '2026-05-10' },
        previous: { from: '2026-04-27', to: '2026-05-03' },
      });
  });

  test('is the month of the calendar that is over, beside the one before', () => {
    expect(lastPeriod('monthly', '2026-03-01')).toEqual({
      days: { from: '2026-02-01', to: '2026-02-28' },
      previous: { from: '2026-01-01', to: '2026-01-31' },
    });
  });
});
