import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedIn } from '#app/routes.ts';
import { word } from '#lib/address.ts';
import { loadTexts } from '#lib/i18n.ts';

const overview = createRoute({
  getParentRoute: () => signedIn,
  path: '/',
  staticData: { title: 'titles.overview' },
  validateSearch: (search) => word(search, 'range'),
  loader: () => loadTexts('dashboard', 'goals', 'metrics'),
  component: lazyRouteComponent(() => import('./overview-screen.tsx'), 'OverviewScreen'),
});

export const dashboardRoutes = { signedIn: [overview] } as const;
