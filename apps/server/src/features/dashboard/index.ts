export { totalsThen } from './totals-then.ts';
