export const contactsUsage = () => import('./plan-usage.tsx');
/** Rules inside other screens; they need the texts of `segments`. */
export const ruleParts = () => import('./segments/rule-parts.tsx');
export { contactKeys } from './keys.ts';
export { everyFieldQuery } from './segments/queries.ts';
