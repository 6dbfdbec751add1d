export { type Recount, recountTotals } from './recount/recount-totals.ts';
