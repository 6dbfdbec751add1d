import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { settings, signedIn } from '#app/routes.ts';
import { word } from '#lib/address.ts';
import { loadTexts } from '#lib/i18n.ts';

const list = createRoute({
  getParentRoute: () => signedIn,
  path: '/purchases',
  staticData: { title: 'titles.purchases' },
  validateSearch: (search) => ({ ...word(search, 'from'), ...word(search, 'to') }),
  loader: () => loadTexts('purchases'),
  component: lazyRouteComponent(() => import('./list/purchases-screen.tsx'), 'PurchasesScreen'),
});

const revenue = createRoute({
  getParentRoute: () => settings,
  path: '/revenue',
  staticData: { title: 'titles.revenue' },
  loader: () => loadTexts('revenue-settings', 'purchases'),
  component: lazyRouteComponent(() => import('./settings/revenue-section.tsx'), 'RevenueSection'),
});

export const purchaseRoutes = { signedIn: [list], settings: [revenue] } as const;
