export { classify, type Label } from './engagement/classify.ts';
export { type CountryOf, openCountries } from './engagement/country.ts';
export { deviceOf } from './engagement/device.ts';
export { localTime } from './engagement/local-time.ts';
export { addToRollUps } from './engagement/queries.ts';
export type { DayRow, HourRow } from './engagement/tally.ts';
export { saltsOf, visitorOf } from './engagement/visitors.ts';
