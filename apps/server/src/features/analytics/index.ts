export { type Days, spanOf } from './period.ts';
export { type Recount, recountTotals } from './recount/recount-totals.ts';
