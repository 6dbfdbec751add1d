import { Banknote } from 'lucide-react';
import { loadTexts } from '#lib/i18n.ts';
import { lazyPart } from '#lib/lazy-part.tsx';
import type { FeatureEntry } from '#lib/registry.ts';

export const entry: FeatureEntry = {
  palette: [
    {
      id: 'revenue',
      kind: 'page',
      to: '/dashboard/settings/revenue',
      label: 'palette.revenue',
      icon: Banknote,
      right: 'purchases:write',
    },
  ],
  contactTabs: [
    {
      id: 'purchases',
      label: 'contactTabs.purchases',
      Tab: lazyPart(async () => {
        const [{ PurchasesTab }] = await Promise.all([import('./contact/purchases-tab.tsx'), loadTexts('purchases')]);
        return PurchasesTab;
      }),
    },
  ],
};
