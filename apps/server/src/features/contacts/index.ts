export { activeClient } from './active-client.ts';
export { hasContacts } from './queries.ts';
export { segmentCondition } from './segments/queries.ts';
export { takeBackOptOut } from './suppression/lift/lift.ts';
export { suppressMany } from './suppression/suppressions.ts';
