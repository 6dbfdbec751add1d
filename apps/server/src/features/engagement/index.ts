export { burstsIn } from './burst-detection.ts';
export { addDays, daysBetween, mondayOf, quarterOf, weekParts } from './calendar.ts';
export { classify, type Label } from './classify.ts';
export { type CountryOf, openCountries } from './country.ts';
export { deleteFigures } from './delete-figures.sql.ts';
export { deviceOf } from './device.ts';
export { type EngagementRow, engagementRows } from './event-rows.ts';
export { findFirstTotal } from './first-total.sql.ts';
export { localTime } from './local-time.ts';
export { type EmailMetric, metric, type ScanMetric, type TotalMetric } from './metrics.ts';
export { changeSince, percentOf } from './percent.ts';
export { addToRollUps, insertScans } from './queries.ts';
export {
  countMetric,
  findDays,
  findFirstDay,
  findHours,
  findTimezone,
  findTrends,
  findWeek,
  type Span,
} from './figures.sql.ts';
export {
  type Changes,
  compareChanges,
  compareTotals,
  type Missing,
  repairTotals,
  type Source,
} from './recount/compare-totals.sql.ts';
export { firstKeptDay } from './recount/kept-days.ts';
export { scanTotals } from './recount/scan-totals.sql.ts';
export { reclassify } from './recount/reclassify.ts';
export { type Days, recountScans } from './recount/recount.ts';
export type { DayRow, HourRow } from './roll-ups.ts';
export { type Bucket, bucketParts, partsOf, sumRanges } from './ranges.sql.ts';
export { addTotals, findWeekOfTotals, startOfDay, sumTotals, sumTotalsByClient, type TotalRow } from './totals.sql.ts';
export { saltsOf, visitorOf } from './visitors.ts';
