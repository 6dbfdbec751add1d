import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { guest, signedIn } from '#app/routes.ts';
import { listAddress, word } from '#lib/address.ts';
import { loadTexts } from '#lib/i18n.ts';

const analytics = createRoute({
  getParentRoute: () => signedIn,
  path: '/analytics',
  staticData: { title: 'titles.analytics' },
  validateSearch: (search) => ({
    ...listAddress(search),
    ...word(search, 'period'),
    ...word(search, 'tab'),
    ...word(search, 'model'),
    ...word(search, 'ask'),
  }),
  loader: () => loadTexts('analytics', 'metrics', 'dashboard', 'goals', 'ask'),
  component: lazyRouteComponent(() => import('./analytics-screen.tsx'), 'AnalyticsScreen'),
});

const guestAnalytics = createRoute({
  getParentRoute: () => guest,
  path: '/guest/analytics',
  staticData: { title: 'titles.analytics' },
  validateSearch: (search) => ({
    ...listAddress(search),
    ...word(search, 'period'),
    ...word(search, 'tab'),
    ...word(search, 'model'),
  }),
  loader: () => loadTexts('analytics', 'metrics', 'dashboard', 'goals', 'ask'),
  component: lazyRouteComponent(() => import('./analytics-screen.tsx'), 'AnalyticsScreen'),
});

const guestCampaigns = createRoute({
  getParentRoute: () => guest,
  path: '/guest/campaigns',
  staticData: { title: 'titles.campaigns' },
  validateSearch: listAddress,
  loader: () => loadTexts('analytics', 'metrics', 'dashboard', 'goals'),
  component: lazyRouteComponent(() => import('./guest-campaigns-screen.tsx'), 'GuestCampaignsScreen'),
});

export const analyticsRoutes = { signedIn: [analytics], guest: [guestAnalytics, guestCampaigns] } as const;
