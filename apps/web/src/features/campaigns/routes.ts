import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { guest, signedIn } from '#app/routes.ts';
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
  validateSearch: (search) => ({
    ...listAddress(search),
    ...word(search, 'tab'),
    ...word(search, 'state'),
    ...word(search, 'event'),
    ...word(search, 'reason'),
    ...word(search, 'mailbox'),
    ...(Number.isInteger(search['link']) && { link: search['link'] as number }),
  }),
  loader: () => loadTexts('campaigns', 'campaign-report', 'purchases', 'automation-runs'),
  component: lazyRouteComponent(() => import('./report/report-screen.tsx'), 'ReportScreen'),
});

const newCampaign = createRoute({
  getParentRoute: () => signedIn,
  path: '/campaigns/new',
  staticData: { title: 'titles.campaigns' },
  validateSearch: (search) => ({ ...word(search, 'tab'), ...word(search, 'campaign') }),
  loader: () => loadTexts('campaign-builder', 'campaigns', 'email-editor', 'email-templates'),
  component: lazyRouteComponent(() => import('./builder/builder-screen.tsx'), 'NewCampaignScreen'),
});

/** The address of the specification. */
const createCampaign = createRoute({
  getParentRoute: () => signedIn,
  path: '/campaigns/create',
  beforeLoad: () => {
    throw redirect({ to: '/dashboard/campaigns/new' });
  },
});

const editCampaign = createRoute({
  getParentRoute: () => signedIn,
  path: '/campaigns/$campaignId/edit',
  staticData: { title: 'titles.campaigns' },
  validateSearch: (search) => word(search, 'tab'),
  loader: () => loadTexts('campaign-builder', 'campaigns', 'email-editor', 'email-templates'),
  component: lazyRouteComponent(() => import('./builder/builder-screen.tsx'), 'EditCampaignScreen'),
});

/** The rest of the templates, which need no editor, is the gallery's. */
const templateTexts = () => loadTexts('email-editor', 'email-templates');
const templateScreens = () => import('./templates/template-editor-screen.tsx');

const newTemplate = createRoute({
  getParentRoute: () => signedIn,
  path: '/campaigns/templates/new',
  staticData: { title: 'titles.emailTemplates' },
  loader: templateTexts,
  component: lazyRouteComponent(templateScreens, 'NewTemplateScreen'),
});

const editTemplate = createRoute({
  getParentRoute: () => signedIn,
  path: '/campaigns/templates/$templateId',
  staticData: { title: 'titles.emailTemplates' },
  loader: templateTexts,
  component: lazyRouteComponent(templateScreens, 'EditTemplateScreen'),
});

const guestReport = createRoute({
  getParentRoute: () => guest,
  path: '/guest/campaigns/$campaignId',
  staticData: { title: 'titles.campaigns' },
  loader: () => loadTexts('campaigns', 'campaign-report'),
  component: lazyRouteComponent(() => import('./report/guest-report-screen.tsx'), 'GuestReportScreen'),
});

export const campaignRoutes = {
  signedIn: [campaigns, newCampaign, createCampaign, editCampaign, report, newTemplate, editTemplate],
  guest: [guestReport],
} as const;
