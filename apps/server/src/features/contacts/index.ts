export { activeClient } from './active-client.ts';
export { pauseMail } from './pause/pause.ts';
export { hasContacts } from './queries.ts';
export { segmentCondition } from './segments/queries.ts';
export { takeBackOptOut } from './suppression/lift/lift.ts';
export { suppressMany } from './suppression/suppressions.ts';
