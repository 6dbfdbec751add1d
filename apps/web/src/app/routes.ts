import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute, lazyRouteComponent, Outlet } from '@tanstack/react-router';
import type { ParseKeys } from 'i18next';
import { loadTexts } from '#lib/i18n.ts';
import { requireOwnDocument } from './document-border.ts';
import { FullPageSpinner } from './full-page-spinner.tsx';
import { RootView } from './root-view.tsx';
import { requireGuest, requireNoSession, requireSession } from './session-guard.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Page name in the document title. */
    title?: ParseKeys;
  }
}

export const NotFound = lazyRouteComponent(() => import('./not-found.tsx'), 'NotFound');

/** Inside the shell, which is there already. */
export const LostView = lazyRouteComponent(() => import('./shell/shell-not-found.tsx'), 'LostView');

export const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  beforeLoad: requireOwnDocument,
  component: RootView,
  notFoundComponent: NotFound,
});

/** Pages of people who are not signed in. */
export const signedOut = createRoute({
  getParentRoute: () => root,
  id: 'signed-out',
  beforeLoad: requireNoSession,
  pendingComponent: FullPageSpinner,
  pendingMs: 0,
  component: Outlet,
});

/** Pages inside the shell. */
export const signedIn = createRoute({
  getParentRoute: () => root,
  path: '/dashboard',
  beforeLoad: requireSession,
  loader: () => loadTexts('shell'),
  pendingComponent: FullPageSpinner,
  pendingMs: 0,
  component: lazyRouteComponent(() => import('./shell/shell.tsx'), 'Shell'),
  notFoundComponent: LostView,
});

/** Figures of a client for people without an account. */
export const guest = createRoute({
  getParentRoute: () => root,
  id: 'guest',
  beforeLoad: requireGuest,
  loader: () => loadTexts('guest', 'shell'),
  pendingComponent: FullPageSpinner,
  pendingMs: 0,
  component: lazyRouteComponent(() => import('./guest/guest-shell.tsx'), 'GuestShell'),
});

/** Pages inside the frame of the settings. */
export const settings = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings',
  staticData: { title: 'titles.settings' },
  loader: () => loadTexts('settings', 'accounts', 'sending', 'set-up'),
  component: lazyRouteComponent(() => import('#features/settings/settings-frame.tsx'), 'SettingsFrame'),
});
