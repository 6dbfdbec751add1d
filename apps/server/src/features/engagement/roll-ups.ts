import type { Metric } from './metrics.ts';

type Row = { subjectId: string; clientId: string | null; metric: Metric; total: number };

/** What is added to the roll-up of an hour. */
export type HourRow = Row & { hourStart: number };

/** What is added to the roll-up of a day: all of it, or a part of it by device, country or link. That of a week stands under its Monday. */
export type DayRow = Row & { part: 'all' | 'week' | 'device' | 'country' | 'link'; day: string; value: string };

export type RollUpRows = { hours: readonly HourRow[]; days: readonly DayRow[] };
