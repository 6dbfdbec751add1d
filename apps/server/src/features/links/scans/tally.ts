import {
  type DayRow,
  type HourRow,
  type Label,
  metric,
  mondayOf,
  quarterOf,
  type ScanMetric,
  type TotalRow,
} from '#features/engagement/index.ts';

const { scans: byPeople, newVisitors, machine, unsure } = metric.scan;

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

export type CodeRow = { subjectId: string; scans: number; lastScanAt: number };
type Tally = { hours: HourRow[]; days: DayRow[]; codes: CodeRow[] };

const metricOf = { human: byPeople, machine, unsure } as const;

/** What a batch adds to each roll-up, one row for each key and in the order of the keys, so that writers never cross. */
export function tally(scans: readonly Counted[]): Tally {
  const hours = new Map<string, HourRow>();
  const days = new Map<string, DayRow>();
  const codes = new Map<string, CodeRow>();
  const inHour = ({ subjectId, clientId, hourStart }: Counted, metric: ScanMetric) =>
    add(hours, `${subjectId} ${metric} ${hourStart}`, { subjectId, clientId, metric, hourStart, total: 0 });
  const onDay = (scan: Counted, metric: ScanMetric, part: DayRow['part'], value: string) => {
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
  const count = (scan: Counted, metric: ScanMetric) => {
    inHour(scan, metric);
    onDay(scan, metric, 'all', '');
  };

  for (const scan of scans) {
    count(scan, metricOf[scan.label]);
    if (scan.label !== 'human') continue;
    const inWeek = { ...scan, day: mondayOf(scan.day) };
    onDay(inWeek, byPeople, 'week', '');
    if (scan.firstOfDay) {
      count(scan, newVisitors);
      onDay(inWeek, newVisitors, 'week', '');
    }
    onDay(scan, byPeople, 'device', scan.device);
    if (scan.country !== null) onDay(scan, byPeople, 'country', scan.country);
    const code = codes.get(scan.subjectId) ?? { subjectId: scan.subjectId, scans: 0, lastScanAt: 0 };
    codes.set(scan.subjectId, {
      ...code,
      scans: code.scans + 1,
      lastScanAt: Math.max(code.lastScanAt, scan.happenedAt),
    });
  }
  return { hours: inOrder(hours), days: inOrder(days), codes: inOrder(codes) };
}

/** What a batch adds to the totals of clients, by when its scans happened. */
export function totalsOf(
  scans: readonly Pick<Counted, 'clientId' | 'happenedAt' | 'label' | 'firstOfDay'>[],
): TotalRow[] {
  const totals = new Map<string, TotalRow>();
  for (const { clientId, happenedAt, label, firstOfDay } of scans) {
    if (label !== 'human') continue;
    const at = quarterOf(happenedAt);
    for (const metric of firstOfDay ? ([byPeople, newVisitors] as const) : ([byPeople] as const))
      add(totals, `${clientId} ${metric} ${at}`, { clientId, metric, at, total: 0 });
  }
  return [...totals.values()];
}

function add<Kept extends { total: number }>(rows: Map<string, Kept>, key: string, empty: Kept): void {
  const row = rows.get(key) ?? empty;
  row.total += 1;
  rows.set(key, row);
}

const inOrder = <Kept>(rows: Map<string, Kept>): Kept[] =>
  [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
