import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedIn } from '#app/routes.ts';
import { flag, listAddress, rulesAddress, word } from '#lib/address.ts';
import { loadTexts } from '#lib/i18n.ts';

const contacts = createRoute({
  getParentRoute: () => signedIn,
  path: '/contacts',
  staticData: { title: 'titles.contacts' },
  validateSearch: (search) => ({
    ...listAddress(search),
    ...rulesAddress(search),
    ...word(search, 'segmentId'),
    ...word(search, 'view'),
    ...word(search, 'contact'),
    ...word(search, 'import'),
    ...word(search, 'merge'),
    ...flag(search, 'add'),
    ...flag(search, 'edit'),
    ...flag(search, 'tasks'),
  }),
  loader: () => loadTexts('contacts', 'contacts-import', 'contact-sheet'),
  component: lazyRouteComponent(() => import('./contacts-screen.tsx'), 'ContactsScreen'),
});

const companies = createRoute({
  getParentRoute: () => signedIn,
  path: '/contacts/companies',
  staticData: { title: 'titles.companies' },
  validateSearch: listAddress,
  loader: () => loadTexts('contacts'),
  component: lazyRouteComponent(() => import('./companies/companies-screen.tsx'), 'CompaniesScreen'),
});

const tags = createRoute({
  getParentRoute: () => signedIn,
  path: '/contacts/tags',
  staticData: { title: 'titles.tags' },
  validateSearch: (search) => ({ ...listAddress(search), ...flag(search, 'add') }),
  loader: () => loadTexts('contacts'),
  component: lazyRouteComponent(() => import('./tags/tags-screen.tsx'), 'TagsScreen'),
});

const segments = createRoute({
  getParentRoute: () => signedIn,
  path: '/contacts/segments',
  staticData: { title: 'titles.segments' },
  validateSearch: listAddress,
  loader: () => loadTexts('contacts', 'segments'),
  component: lazyRouteComponent(() => import('./segments/segments-screen.tsx'), 'SegmentsScreen'),
});

const newSegment = createRoute({
  getParentRoute: () => signedIn,
  path: '/contacts/segments/new',
  staticData: { title: 'titles.segmentNew' },
  validateSearch: (search) => ({ ...rulesAddress(search), ...word(search, 'starter') }),
  loader: () => loadTexts('contacts', 'segments'),
  component: lazyRouteComponent(() => import('./segments/segment-builder-screen.tsx'), 'SegmentBuilderScreen'),
});

const segment = createRoute({
  getParentRoute: () => signedIn,
  path: '/contacts/segments/$segmentId',
  staticData: { title: 'titles.segments' },
  loader: () => loadTexts('contacts', 'segments'),
  component: lazyRouteComponent(() => import('./segments/segment-builder-screen.tsx'), 'SegmentBuilderScreen'),
});

const imports = createRoute({
  getParentRoute: () => signedIn,
  path: '/contacts/imports',
  staticData: { title: 'titles.imports' },
  validateSearch: (search) => ({ ...listAddress(search), ...word(search, 'import') }),
  loader: () => loadTexts('contacts', 'contacts-import'),
  component: lazyRouteComponent(() => import('./import/history/imports-screen.tsx'), 'ImportsScreen'),
});

const suppressions = createRoute({
  getParentRoute: () => signedIn,
  path: '/contacts/suppressions',
  staticData: { title: 'titles.suppressions' },
  validateSearch: (search) => ({
    ...listAddress(search),
    ...word(search, 'channel'),
    ...word(search, 'reason'),
    ...word(search, 'import'),
  }),
  loader: () => loadTexts('contacts', 'contacts-import'),
  component: lazyRouteComponent(() => import('./suppressions/suppressions-screen.tsx'), 'SuppressionsScreen'),
});

export const contactRoutes = {
  signedIn: [contacts, companies, tags, segments, newSegment, segment, imports, suppressions],
} as const;
