import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedIn } from '#app/routes.ts';
import { flag, listAddress, word } from '#lib/address.ts';
import { loadTexts } from '#lib/i18n.ts';

const qrCodes = createRoute({
  getParentRoute: () => signedIn,
  path: '/qr-codes',
  staticData: { title: 'titles.qrCodes' },
  validateSearch: (search) => ({
    ...listAddress(search),
    ...word(search, 'active'),
    ...word(search, 'label'),
    ...flag(search, 'add'),
  }),
  loader: () => loadTexts('links'),
  component: lazyRouteComponent(() => import('./list/qr-codes-screen.tsx'), 'QrCodesScreen'),
});

const qrCode = createRoute({
  getParentRoute: () => signedIn,
  path: '/qr-codes/$qrCodeId',
  staticData: { title: 'titles.qrCodes' },
  validateSearch: (search) => word(search, 'period'),
  loader: () => loadTexts('links', 'purchases'),
  component: lazyRouteComponent(() => import('./detail/qr-code-screen.tsx'), 'QrCodeScreen'),
});

export const linkRoutes = { signedIn: [qrCodes, qrCode] } as const;
