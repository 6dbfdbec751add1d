import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { settings } from '#app/routes.ts';
import { flag, listAddress, word } from '#lib/address.ts';
import { loadTexts } from '#lib/i18n.ts';

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
  component: lazyRouteComponent(() => import('./profile-section.tsx'), 'ProfileSection'),
});

const account = createRoute({
  getParentRoute: () => settings,
  path: '/account',
  staticData: { title: 'titles.account' },
  component: lazyRouteComponent(() => import('./account-section.tsx'), 'AccountSection'),
});

const notifications = createRoute({
  getParentRoute: () => settings,
  path: '/notifications',
  staticData: { title: 'titles.notifications' },
  component: lazyRouteComponent(() => import('./notifications-section.tsx'), 'NotificationsSection'),
});

const security = createRoute({
  getParentRoute: () => settings,
  path: '/security',
  staticData: { title: 'titles.security' },
  component: lazyRouteComponent(() => import('./security-section.tsx'), 'SecuritySection'),
});

const team = createRoute({
  getParentRoute: () => settings,
  path: '/team',
  staticData: { title: 'titles.team' },
  validateSearch: (search) => ({ ...listAddress(search), ...flag(search, 'invite') }),
  component: lazyRouteComponent(() => import('./team-section.tsx'), 'TeamSection'),
});

const clients = createRoute({
  getParentRoute: () => settings,
  path: '/clients',
  staticData: { title: 'titles.clients' },
  validateSearch: (search) => ({ ...listAddress(search), ...flag(search, 'add'), ...word(search, 'view') }),
  loader: () => loadTexts('guest-links'),
  component: lazyRouteComponent(() => import('./clients-section.tsx'), 'ClientsSection'),
});

const brand = createRoute({
  getParentRoute: () => settings,
  path: '/brand',
  staticData: { title: 'titles.brand' },
  component: lazyRouteComponent(() => import('./brand/brand-section.tsx'), 'BrandSection'),
});

const topics = createRoute({
  getParentRoute: () => settings,
  path: '/topics',
  staticData: { title: 'titles.topics' },
  loader: () => loadTexts('topics'),
  component: lazyRouteComponent(() => import('./topics/topics-section.tsx'), 'TopicsSection'),
});

const whiteLabel = createRoute({
  getParentRoute: () => settings,
  path: '/white-label',
  staticData: { title: 'titles.whiteLabel' },
  loader: () => loadTexts('white-label'),
  component: lazyRouteComponent(() => import('./white-label/white-label-section.tsx'), 'WhiteLabelSection'),
});

const sending = createRoute({
  getParentRoute: () => settings,
  path: '/sending',
  staticData: { title: 'titles.sending' },
  component: lazyRouteComponent(() => import('./sending/set-up/set-up-section.tsx'), 'SetUpSection'),
});

const domains = createRoute({
  getParentRoute: () => settings,
  path: '/domains',
  staticData: { title: 'titles.domains' },
  component: lazyRouteComponent(() => import('./sending/domains-section.tsx'), 'DomainsSection'),
});

const hosts = createRoute({
  getParentRoute: () => settings,
  path: '/hosts',
  staticData: { title: 'titles.hosts' },
  loader: () => loadTexts('hosts'),
  component: lazyRouteComponent(() => import('./hosts/hosts-section.tsx'), 'HostsSection'),
});

const senders = createRoute({
  getParentRoute: () => settings,
  path: '/senders',
  staticData: { title: 'titles.senders' },
  component: lazyRouteComponent(() => import('./sending/senders-section.tsx'), 'SendersSection'),
});

const connections = createRoute({
  getParentRoute: () => settings,
  path: '/connections',
  staticData: { title: 'titles.connections' },
  component: lazyRouteComponent(() => import('./sending/connections-section.tsx'), 'ConnectionsSection'),
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
  component: lazyRouteComponent(() => import('./audit/audit-section.tsx'), 'AuditSection'),
});

export const settingsRoutes = {
  settings: [
    settingsHome,
    profile,
    account,
    notifications,
    security,
    team,
    clients,
    brand,
    topics,
    whiteLabel,
    sending,
    domains,
    hosts,
    senders,
    connections,
    audit,
  ],
} as const;
