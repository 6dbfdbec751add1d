import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { guest, signedIn } from '#app/routes.ts';
import { listAddress, word } from '#lib/address.ts';
import { loadTexts } from '#lib/i18n.ts';

const overview = createRoute({
  getParentRoute: () => signedIn,
  path: '/',
  staticData: { title: 'titles.overview' },
  validateSearch: (search) => ({
    ...listAddress(search),
    ...word(search, 'range'),
    ...word(search, 'view'),
    ...word(search, 'health'),
  }),
  loader: () => loadTexts('control-room', 'dashboard', 'goals', 'metrics'),
  component: lazyRouteComponent(() => import('./overview-screen.tsx'), 'OverviewScreen'),
});

const guestOverview = createRoute({
  getParentRoute: () => guest,
  path: '/guest/overview',
  staticData: { title: 'titles.overview' },
  validateSearch: (search) => word(search, 'range'),
  loader: () => loadTexts('dashboard', 'goals', 'metrics'),
  component: lazyRouteComponent(() => import('./guest-overview-screen.tsx'), 'GuestOverviewScreen'),
});

export const dashboardRoutes = { signedIn: [overview], guest: [guestOverview] } as const;
