export { findCurrency } from './queries.ts';
export { purchaseTotals } from './recount.sql.ts';
export { type ContactTouch, recordTouches, removeTouches } from './touches.sql.ts';
