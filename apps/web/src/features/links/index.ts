export { linksEntry } from './entry.ts';

export const linksScreens = {
  qrCodes: () => import('./qr-codes-screen.tsx'),
  qrCode: () => import('./detail/qr-code-screen.tsx'),
};
