export const contactsUsage = () => import('./plan-usage.tsx');
export { contactKeys } from './keys.ts';
