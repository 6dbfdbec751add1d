import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { settings } from '#app/routes.ts';
import { loadTexts } from '#lib/i18n.ts';

const revenue = createRoute({
  getParentRoute: () => settings,
  path: '/revenue',
  staticData: { title: 'titles.revenue' },
  loader: () => loadTexts('revenue-settings', 'purchases'),
  component: lazyRouteComponent(() => import('./settings/revenue-section.tsx'), 'RevenueSection'),
});

export const purchaseRoutes = { settings: [revenue] } as const;
