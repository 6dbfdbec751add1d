import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedIn } from '#app/routes.ts';
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

export const analyticsRoutes = { signedIn: [analytics] } as const;
