import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import type { ParseKeys } from 'i18next';
import { accountScreens } from '#features/accounts/index.ts';
import { contactsScreens } from '#features/contacts/index.ts';
import { dashboardScreens } from '#features/dashboard/index.ts';
import { linksScreens } from '#features/links/index.ts';
import { settingsScreens } from '#features/settings/index.ts';
import { loadTexts } from '#lib/i18n.ts';
import { flag, listAddress, nextAddress, rulesAddress, word } from '#lib/address.ts';
import { FullPageSpinner } from './full-page-spinner.tsx';
import { RootView } from './root-view.tsx';
import { requireNoSession, requireSession } from './session-guard.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Page name in the document title. */
    title?: ParseKeys;
  }
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}

const NotFound = lazyRouteComponent(() => import('./not-found.tsx'), 'NotFound');
const ViewError = lazyRouteComponent(() => import('./view-error.tsx'), 'ViewError');

const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: RootView,
  notFoundComponent: NotFound,
});

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/auth/login', replace: true });
  },
});

/* ---------- people who are not signed in ---------- */

const accountTexts = () => loadTexts('accounts');
const joiningTexts = () => loadTexts('accounts', 'joining');
const legalTexts = () => loadTexts('accounts', 'legal');

const strangers = createRoute({
  getParentRoute: () => root,
  id: 'strangers',
  beforeLoad: requireNoSession,
  pendingComponent: FullPageSpinner,
  pendingMs: 0,
  component: Outlet,
});

const login = createRoute({
  getParentRoute: () => strangers,
  path: '/auth/login',
  staticData: { title: 'titles.login' },
  validateSearch: nextAddress,
  loader: accountTexts,
  component: lazyRouteComponent(accountScreens.login, 'LoginScreen'),
});

const register = createRoute({
  getParentRoute: () => strangers,
  path: '/auth/register',
  staticData: { title: 'titles.register' },
  validateSearch: nextAddress,
  loader: joiningTexts,
  component: lazyRouteComponent(accountScreens.register, 'RegisterScreen'),
});

const forgotPassword = createRoute({
  getParentRoute: () => strangers,
  path: '/auth/forgot-password',
  staticData: { title: 'titles.forgotPassword' },
  loader: accountTexts,
  component: lazyRouteComponent(accountScreens.forgotPassword, 'ForgotPasswordScreen'),
});

// A mailed link must work for whoever opens it, signed in or not.
const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/auth/reset-password',
  staticData: { title: 'titles.resetPassword' },
  loader: accountTexts,
  component: lazyRouteComponent(accountScreens.resetPassword, 'ResetPasswordScreen'),
});

const acceptInvitation = createRoute({
  getParentRoute: () => root,
  path: '/auth/accept-invitation',
  staticData: { title: 'titles.acceptInvitation' },
  loader: joiningTexts,
  component: lazyRouteComponent(accountScreens.acceptInvitation, 'AcceptInvitationScreen'),
});

const confirmEmail = createRoute({
  getParentRoute: () => root,
  path: '/auth/confirm-email',
  staticData: { title: 'titles.confirmEmail' },
  loader: joiningTexts,
  component: lazyRouteComponent(accountScreens.confirmEmail, 'ConfirmEmailScreen'),
});

const terms = createRoute({
  getParentRoute: () => root,
  path: '/terms',
  staticData: { title: 'titles.terms' },
  loader: legalTexts,
  component: lazyRouteComponent(accountScreens.terms, 'TermsScreen'),
});

const privacy = createRoute({
  getParentRoute: () => root,
  path: '/privacy',
  staticData: { title: 'titles.privacy' },
  loader: legalTexts,
  component: lazyRouteComponent(accountScreens.privacy, 'PrivacyScreen'),
});

/* ---------- the dashboard ---------- */

const shellTexts = () => loadTexts('shell');

const dashboard = createRoute({
  getParentRoute: () => root,
  path: '/dashboard',
  beforeLoad: requireSession,
  loader: shellTexts,
  pendingComponent: FullPageSpinner,
  pendingMs: 0,
  component: lazyRouteComponent(() => import('./shell/shell.tsx'), 'Shell'),
  notFoundComponent: lazyRouteComponent(() => import('./shell/shell-not-found.tsx'), 'LostView'),
});

const overview = createRoute({
  getParentRoute: () => dashboard,
  path: '/',
  staticData: { title: 'titles.overview' },
  loader: () => loadTexts('dashboard'),
  component: lazyRouteComponent(dashboardScreens.overview, 'OverviewScreen'),
});

const contacts = createRoute({
  getParentRoute: () => dashboard,
  path: '/contacts',
  staticData: { title: 'titles.contacts' },
  validateSearch: (search) => ({
    ...listAddress(search),
    ...rulesAddress(search),
    ...word(search, 'segmentId'),
    ...word(search, 'contact'),
    ...word(search, 'import'),
    ...flag(search, 'add'),
    ...flag(search, 'edit'),
  }),
  loader: () => loadTexts('contacts', 'contacts-import'),
  component: lazyRouteComponent(contactsScreens.contacts, 'ContactsScreen'),
});

const tags = createRoute({
  getParentRoute: () => dashboard,
  path: '/contacts/tags',
  staticData: { title: 'titles.tags' },
  validateSearch: (search) => ({ ...listAddress(search), ...flag(search, 'add') }),
  loader: () => loadTexts('contacts'),
  component: lazyRouteComponent(contactsScreens.tags, 'TagsScreen'),
});

const segments = createRoute({
  getParentRoute: () => dashboard,
  path: '/contacts/segments',
  staticData: { title: 'titles.segments' },
  validateSearch: listAddress,
  loader: () => loadTexts('contacts', 'segments'),
  component: lazyRouteComponent(contactsScreens.segments, 'SegmentsScreen'),
});

const newSegment = createRoute({
  getParentRoute: () => dashboard,
  path: '/contacts/segments/new',
  staticData: { title: 'titles.segmentNew' },
  validateSearch: (search) => ({ ...rulesAddress(search), ...word(search, 'starter') }),
  loader: () => loadTexts('contacts', 'segments'),
  component: lazyRouteComponent(contactsScreens.segmentBuilder, 'SegmentBuilderScreen'),
});

const segment = createRoute({
  getParentRoute: () => dashboard,
  path: '/contacts/segments/$segmentId',
  staticData: { title: 'titles.segment' },
  loader: () => loadTexts('contacts', 'segments'),
  component: lazyRouteComponent(contactsScreens.segmentBuilder, 'SegmentBuilderScreen'),
});

const suppressions = createRoute({
  getParentRoute: () => dashboard,
  path: '/contacts/suppressions',
  staticData: { title: 'titles.suppressions' },
  validateSearch: (search) => ({
    ...listAddress(search),
    ...word(search, 'channel'),
    ...word(search, 'reason'),
    ...word(search, 'import'),
  }),
  loader: () => loadTexts('contacts', 'contacts-import'),
  component: lazyRouteComponent(contactsScreens.suppressions, 'SuppressionsScreen'),
});

const qrCodes = createRoute({
  getParentRoute: () => dashboard,
  path: '/qr-codes',
  staticData: { title: 'titles.qrCodes' },
  validateSearch: (search) => ({ ...listAddress(search), ...word(search, 'active'), ...flag(search, 'add') }),
  loader: () => loadTexts('links'),
  component: lazyRouteComponent(linksScreens.qrCodes, 'QrCodesScreen'),
});

const qrCode = createRoute({
  getParentRoute: () => dashboard,
  path: '/qr-codes/$qrCodeId',
  staticData: { title: 'titles.qrCode' },
  validateSearch: (search) => word(search, 'period'),
  loader: () => loadTexts('links'),
  component: lazyRouteComponent(linksScreens.qrCode, 'QrCodeScreen'),
});

const settings = createRoute({
  getParentRoute: () => dashboard,
  path: '/settings',
  staticData: { title: 'titles.settings' },
  loader: () => loadTexts('settings', 'accounts', 'sending'),
  component: lazyRouteComponent(settingsScreens.frame, 'SettingsFrame'),
});

const settingsHome = createRoute({
  getParentRoute: () => settings,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/dashboard/settings/profile', replace: true });
  },
});

const profile = createRoute({
  getParentRoute: () => settings,
  path: '/profile',
  staticData: { title: 'titles.profile' },
  component: lazyRouteComponent(settingsScreens.profile, 'ProfileSection'),
});

const account = createRoute({
  getParentRoute: () => settings,
  path: '/account',
  staticData: { title: 'titles.account' },
  component: lazyRouteComponent(settingsScreens.account, 'AccountSection'),
});

const security = createRoute({
  getParentRoute: () => settings,
  path: '/security',
  staticData: { title: 'titles.security' },
  component: lazyRouteComponent(settingsScreens.security, 'SecuritySection'),
});

const team = createRoute({
  getParentRoute: () => settings,
  path: '/team',
  staticData: { title: 'titles.team' },
  validateSearch: (search) => ({ ...listAddress(search), ...flag(search, 'invite') }),
  component: lazyRouteComponent(settingsScreens.team, 'TeamSection'),
});

const clients = createRoute({
  getParentRoute: () => settings,
  path: '/clients',
  staticData: { title: 'titles.clients' },
  validateSearch: (search) => ({ ...listAddress(search), ...flag(search, 'add') }),
  component: lazyRouteComponent(settingsScreens.clients, 'ClientsSection'),
});

const domains = createRoute({
  getParentRoute: () => settings,
  path: '/domains',
  staticData: { title: 'titles.domains' },
  component: lazyRouteComponent(settingsScreens.domains, 'DomainsSection'),
});

const senders = createRoute({
  getParentRoute: () => settings,
  path: '/senders',
  staticData: { title: 'titles.senders' },
  component: lazyRouteComponent(settingsScreens.senders, 'SendersSection'),
});

const connections = createRoute({
  getParentRoute: () => settings,
  path: '/connections',
  staticData: { title: 'titles.connections' },
  component: lazyRouteComponent(settingsScreens.connections, 'ConnectionsSection'),
});

const audit = createRoute({
  getParentRoute: () => settings,
  path: '/audit',
  staticData: { title: 'titles.audit' },
  validateSearch: (search) => ({
    ...listAddress(search),
    ...word(search, 'person'),
    ...word(search, 'group'),
    ...word(search, 'from'),
    ...word(search, 'to'),
  }),
  loader: () => loadTexts('audit'),
  component: lazyRouteComponent(settingsScreens.audit, 'AuditSection'),
});

/** The sheet of all parts, for people who build Waggle; production builds leave it out. */
const developers = import.meta.env.DEV
  ? [
      createRoute({
        getParentRoute: () => root,
        path: '/dev/ui',
        component: lazyRouteComponent(() => import('#features/dev/ui-gallery-screen.tsx'), 'UiGalleryScreen'),
      }),
    ]
  : [];

const routeTree = root.addChildren([
  ...(developers as []),
  home,
  strangers.addChildren([login, register, forgotPassword]),
  resetPassword,
  acceptInvitation,
  confirmEmail,
  terms,
  privacy,
  dashboard.addChildren([
    overview,
    contacts,
    tags,
    segments,
    newSegment,
    segment,
    suppressions,
    qrCodes,
    qrCode,
    settings.addChildren([
      settingsHome,
      profile,
      account,
      security,
      team,
      clients,
      domains,
      senders,
      connections,
      audit,
    ]),
  ]),
]);

export const createAppRouter = (queryClient: QueryClient) =>
  createRouter({
    routeTree,
    context: { queryClient },
    defaultErrorComponent: ViewError,
    defaultNotFoundComponent: NotFound,
    defaultPreload: 'intent',
    defaultPendingMs: 150,
    defaultPendingMinMs: 300,
  });
