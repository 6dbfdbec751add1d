export { burstsIn } from './burst-detection.ts';
export { addDays, daysBetween } from './calendar.ts';
export { classify, type Label } from './classify.ts';
export { type CountryOf, openCountries } from './country.ts';
export { deviceOf } from './device.ts';
export { type EngagementRow, engagementRows } from './event-rows.ts';
export { findFirstTotal } from './first-total.sql.ts';
export { localTime } from './local-time.ts';
export { type EmailMetric, metric, type ScanMetric } from './metrics.ts';
export { addToRollUps, deleteFigures, insertScans } from './queries.ts';
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
export { reclassify } from './recount/reclassify.ts';
export { type Days, recountScans } from './recount/recount.ts';
export type { DayRow, HourRow } from './roll-ups.ts';
export { type Bucket, startOfDay, sumTotals } from './totals.sql.ts';
export { saltsOf, visitorOf } from './visitors.ts';
