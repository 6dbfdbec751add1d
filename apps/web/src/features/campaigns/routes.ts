import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedIn } from '#app/routes.ts';
import { listAddress, word } from '#lib/address.ts';
import { loadTexts } from '#lib/i18n.ts';

const campaigns = createRoute({
  getParentRoute: () => signedIn,
  path: '/campaigns',
  staticData: { title: 'titles.campaigns' },
  validateSearch: (search) => ({ ...listAddress(search), ...word(search, 'status') }),
  loader: () => loadTexts('campaigns'),
  component: lazyRouteComponent(() => import('./list/campaigns-screen.tsx'), 'CampaignsScreen'),
});

export const campaignRoutes = { signedIn: [campaigns] } as const;
