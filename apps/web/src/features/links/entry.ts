import { QrCode } from 'lucide-react';
import type { FeatureEntry } from '#lib/registry.ts';

const at = '/dashboard/qr-codes';

export const linksEntry: FeatureEntry = {
  nav: { group: 'tools', to: at, label: 'nav.qrCodes', icon: QrCode, key: 'q', right: 'links:read' },
  palette: [
    {
      id: 'create-qr-code',
      to: at,
      search: { add: true },
      label: 'palette.createQrCode',
      icon: QrCode,
      keys: 'c q',
      right: 'links:write',
    },
  ],
};
