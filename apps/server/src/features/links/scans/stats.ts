import {
  addDays,
  countMetric,
  daysBetween,
  findDays,
  findFirstDay,
  findTimezone,
  findTrends,
  findWeek,
  localTime,
  metric,
  type Span,
} from '#features/engagement/index.ts';
import type { ReplyInput } from '@waggle/contracts/endpoint';
import { devices, type readQrStats, type statPeriods } from '@waggle/contracts/qr-codes';
import type { Context } from '#platform/context.ts';
import { firstHours } from './first-hours.ts';
import { findLastScan } from './queries.ts';

const { scans, newVisitors, machine, unsure } = metric.scan;

type Asked = {
  subjectId: string;
  period: (typeof statPeriods)[number];
  /** Whether this installation has a location database. */
  locates: boolean;
};

const daysOf = { '7d': 7, '30d': 30, '90d': 90 } as const;

export async function scanStats(ctx: Context, asked: Asked): Promise<ReplyInput<typeof readQrStats>> {
  const { subjectId, period, locates } = asked;
  const timezone = await findTimezone(ctx);
  const to = localTime(timezone, ctx.now().getTime()).day;
  const from = period === 'all' ? ((await findFirstDay(ctx, subjectId)) ?? to) : addDays(to, 1 - daysOf[period]);
  const span = { subjectId, from, to };
  const [rows, week, lastScanAt, hours, previousScans] = await Promise.all([
    findDays(ctx, span),
    findWeek(ctx, scans, span, timezone),
    findLastScan(ctx, subjectId),
    firstHours(ctx, subjectId, timezone),
    period === 'all'
      ? null
      : countMetric(ctx, scans, { subjectId, from: addDays(from, -daysOf[period]), to: addDays(from, -1) }),
  ]);

  const all = rows.filter(({ part }) => part === 'all');
  const sum = (wanted: number) => all.reduce((total, row) => total + (row.metric === wanted ? row.total : 0), 0);
  return {
    from,
    to,
    timezone,
    scans: sum(scans),
    newVisitors: sum(newVisitors),
    machine: sum(machine),
    unsure: sum(unsure),
    previousScans,
    lastScanAt: lastScanAt?.toISOString() ?? null,
    days: dayByDay(span, all),
    hours,
    week: weekOf(week),
    devices: sharesOf(rows, 'device').map(([device, scans]) => ({
      device: devices.find((name) => name === device) ?? 'other',
      scans,
    })),
    countries: sharesOf(rows, 'country').map(([country, scans]) => ({ country, scans })),
    locates,
  };
}

type Row = Awaited<ReturnType<typeof findDays>>[number];

function dayByDay({ from, to }: Span, rows: readonly Row[]) {
  const totals = new Map(rows.map((row) => [`${row.metric} ${row.day}`, row.total]));
  return daysBetween(from, to).map((on) => ({
    on,
    scans: totals.get(`${scans} ${on}`) ?? 0,
    newVisitors: totals.get(`${newVisitors} ${on}`) ?? 0,
  }));
}

function weekOf(hours: Awaited<ReturnType<typeof findWeek>>): number[][] {
  const week = Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 0));
  for (const { weekday, hour, total } of hours) week[weekday - 1]![hour] = total;
  return week;
}

/** Most first; equal ones by name, so that two calls agree. */
function sharesOf(rows: readonly Row[], part: string): [string, number][] {
  const totals = new Map<string, number>();
  for (const row of rows) if (row.part === part) totals.set(row.value, (totals.get(row.value) ?? 0) + row.total);
  return [...totals].sort(([a, most], [b, other]) => other - most || (a < b ? -1 : 1));
}

const trendDays = 30;

/** Scans by people on each of the last 30 days, oldest first, for each of these subjects. */
export async function trendsOf(ctx: Context, subjectIds: readonly string[]): Promise<Map<string, number[]>> {
  if (subjectIds.length === 0) return new Map();
  const to = localTime(await findTimezone(ctx), ctx.now().getTime()).day;
  const days = daysBetween(addDays(to, 1 - trendDays), to);
  const rows = await findTrends(ctx, scans, subjectIds, days[0]!);
  const totals = new Map(rows.map((row) => [`${row.subject_id} ${row.day}`, row.total]));
  return new Map(subjectIds.map((id) => [id, days.map((day) => totals.get(`${id} ${day}`) ?? 0)]));
}
