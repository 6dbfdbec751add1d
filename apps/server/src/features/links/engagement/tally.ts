import type { Label } from './classify.ts';
import { metric } from './metrics.ts';

type Counted = {
  subjectId: string;
  clientId: string | null;
  day: string;
  hourStart: number;
  happenedAt: number;
  label: Label;
  firstOfDay: boolean;
  device: string;
  country: string | null;
};

type Row = { subjectId: string; clientId: string | null; metric: number; total: number };
export type HourRow = Row & { hourStart: number };
export type DayRow = Row & { part: 'all' | 'device' | 'country' | 'link'; day: string; value: string };
export type CodeRow = { subjectId: string; scans: number; lastScanAt: number };
export type Tally = { hours: HourRow[]; days: DayRow[]; codes: CodeRow[] };

const metricOf = { human: metric.scans, machine: metric.machine, unsure: metric.unsure } as const;

/** What a batch adds to each roll-up, one row for each key and in the order of the keys, so that writers never cross. */
export function tally(scans: readonly Counted[]): Tally {
  const hours = new Map<string, HourRow>();
  const days = new Map<string, DayRow>();
  const codes = new Map<string, CodeRow>();
  const inHour = ({ subjectId, clientId, hourStart }: Counted, metric: number) =>
    add(hours, `${subjectId} ${metric} ${hourStart}`, { subjectId, clientId, metric, hourStart, total: 0 });
  const onDay = (scan: Counted, metric: number, part: DayRow['part'], value: string) => {
    const { subjectId, clientId, day } = scan;
    add(days, `${subjectId} ${metric} ${part} ${day} ${value}`, {
      subjectId,
      clientId,
      metric,
      part,
      day,
      value,
      total: 0,
    });
  };
  const count = (scan: Counted, metric: number) => {
    inHour(scan, metric);
    onDay(scan, metric, 'all', '');
  };

  for (const scan of scans) {
    count(scan, metricOf[scan.label]);
    if (scan.label !== 'human') continue;
    if (scan.firstOfDay) count(scan, metric.newVisitors);
    onDay(scan, metric.scans, 'device', scan.device);
    if (scan.country !== null) onDay(scan, metric.scans, 'country', scan.country);
    const code = codes.get(scan.subjectId) ?? { subjectId: scan.subjectId, scans: 0, lastScanAt: 0 };
    codes.set(scan.subjectId, {
      ...code,
      scans: code.scans + 1,
      lastScanAt: Math.max(code.lastScanAt, scan.happenedAt),
    });
  }
  return { hours: inOrder(hours), days: inOrder(days), codes: inOrder(codes) };
}

function add<Kept extends { total: number }>(rows: Map<string, Kept>, key: string, empty: Kept): void {
  const row = rows.get(key) ?? empty;
  row.total += 1;
  rows.set(key, row);
}

const inOrder = <Kept>(rows: Map<string, Kept>): Kept[] =>
  [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
