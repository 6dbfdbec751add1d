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

const report = createRoute({
  getParentRoute: () => signedIn,
  path: '/campaigns/$campaignId',
  staticData: { title: 'titles.campaigns' },
  validateSearch: (search) => ({ ...listAddress(search), ...word(search, 'tab'), ...word(search, 'state') }),
  loader: () => loadTexts('campaigns', 'campaign-report'),
  component: lazyRouteComponent(() => import('./report/report-screen.tsx'), 'ReportScreen'),
});

export const campaignRoutes = { signedIn: [campaigns, report] } as const;
