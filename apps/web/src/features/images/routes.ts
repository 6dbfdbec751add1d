import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedIn } from '#app/routes.ts';
import { listAddress } from '#lib/address.ts';
import { loadTexts } from '#lib/i18n.ts';

const images = createRoute({
  getParentRoute: () => signedIn,
  path: '/campaigns/images',
  staticData: { title: 'titles.images' },
  validateSearch: (search) => listAddress(search),
  loader: () => loadTexts('images'),
  component: lazyRouteComponent(() => import('./images-screen.tsx'), 'ImagesScreen'),
});

export const imageRoutes = { signedIn: [images] } as const;
