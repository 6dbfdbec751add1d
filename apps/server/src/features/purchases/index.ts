export { convertAgain } from './orders.sql.ts';
export { countPaths, findPathPeople } from './path.sql.ts';
export { findClientsWithPurchases, findCurrency, hasPurchases } from './queries.ts';
export { purchaseTotals } from './recount.sql.ts';
export { findRevenueSources, type Shares, sumTouched } from './revenue.sql.ts';
export { subjectOf } from './subject.ts';
export { type ContactTouch, recordTouches, removeTouches } from './touches.sql.ts';
export { readRates } from './rates.ts';
export { storeRates } from './rates.sql.ts';
