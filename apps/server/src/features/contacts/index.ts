export { hasContacts } from './queries.ts';
