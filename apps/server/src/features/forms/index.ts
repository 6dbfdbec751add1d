export { formEmailsHeld } from './events.ts';
export { findFormNames } from './names.sql.ts';
export { sumSubmissions } from './submissions/sum-submissions.sql.ts';
export { countActive as countActiveForms, countForms, hasForms } from './queries.ts';
export { countWaitingPeople } from './submissions/waiting-queries.ts';
export { activeFormsNow } from './recount.sql.ts';
export { findFormDays } from './submissions/recent.sql.ts';
export { countScannedSubmitters } from './scanned.sql.ts';
