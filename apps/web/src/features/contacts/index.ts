export const contactsUsage = () => import('./plan-usage.tsx');
