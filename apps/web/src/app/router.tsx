import type { QueryClient } from '@tanstack/react-query';
import { createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Feature, FeatureRoutes } from '#lib/feature.ts';
import { lazyPart } from '#lib/lazy-part.tsx';
import { features } from '../features.ts';
import { guest, NotFound, root, settings, signedIn, signedOut } from './routes.ts';

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}

/** One that could not be fetched would take the shell down with the view: then these words are all there is. */
const ViewError = lazyPart(async () => (await import('./view-error.tsx')).ViewError, { placeholder: <BrokenView /> });

function BrokenView() {
  const { t } = useTranslation();
  return <p className="p-6 text-muted">{t('viewError.text')}</p>;
}

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/auth/login', replace: true });
  },
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

/** Each route by its own type, so that every link in the app is checked. */
type RouteOf<Who extends keyof FeatureRoutes, F = (typeof features)[number]> = F extends {
  routes: { [Key in Who]: readonly (infer Route)[] };
}
  ? Route
  : never;
const routesFor = <Who extends keyof FeatureRoutes>(who: Who) =>
  features.flatMap(({ routes }: Feature) => routes[who] ?? []) as RouteOf<Who>[];

const routeTree = root.addChildren([
  ...(developers as []),
  home,
  signedOut.addChildren(routesFor('signedOut')),
  ...routesFor('everybody'),
  guest.addChildren(routesFor('guest')),
  signedIn.addChildren([...routesFor('signedIn'), settings.addChildren(routesFor('settings'))]),
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
