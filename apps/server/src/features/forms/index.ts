export { formEmailsHeld } from './events.ts';
export { findFormNames } from './names.sql.ts';
export { hasForms } from './queries.ts';
