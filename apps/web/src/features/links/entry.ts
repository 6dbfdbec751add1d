import { qrCodeTiers } from '@waggle/contracts/plans';
import { QrCode } from 'lucide-react';
import type { FeatureEntry } from '#lib/registry.ts';

const at = '/dashboard/qr-codes';

export const entry: FeatureEntry = {
  nav: {
    group: 'tools',
    place: 4,
    to: at,
    label: 'nav.qrCodes',
    icon: QrCode,
    key: 'q',
    right: 'links:read',
    tiers: qrCodeTiers,
  },
  palette: [
    {
      id: 'create-qr-code',
      to: at,
      search: { add: true },
      label: 'palette.createQrCode',
      icon: QrCode,
      keys: 'c q',
      right: 'links:write',
      tiers: qrCodeTiers,
    },
  ],
  records: [
    {
      kind: 'qr-code',
      heading: 'nav.qrCodes',
      icon: QrCode,
      right: 'links:read',
      find: async (...asked) => (await import('./palette-records.ts')).findQrCodes(...asked),
    },
  ],
  startSteps: {
    'form-or-code': {
      link: { to: at, search: { add: true } },
      right: 'links:write',
      minutes: 3,
      tiers: qrCodeTiers,
      choice: { icon: QrCode, label: 'choices.code' },
      look: { to: at, icon: QrCode, title: 'looks.codes.title', text: 'looks.codes.text' },
    },
  },
};
