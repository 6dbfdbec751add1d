export { dashboardEntry } from './entry.ts';

export const dashboardScreens = { overview: () => import('./overview-screen.tsx') };
