export const notificationsBell = () => import('./bell.tsx');
