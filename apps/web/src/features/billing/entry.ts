import { CreditCard } from 'lucide-react';
import { loadTexts } from '#lib/i18n.ts';
import { lazyPart } from '#lib/lazy-part.tsx';
import type { FeatureEntry } from '#lib/registry.ts';

export const entry: FeatureEntry = {
  nav: {
    group: 'account',
    place: 2,
    to: '/dashboard/billing',
    label: 'nav.billing',
    icon: CreditCard,
    key: 'b',
    right: 'billing:manage',
    sellsPlans: true,
  },
  bars: [
    {
      id: 'past-due',
      right: 'billing:manage',
      sellsPlans: true,
      Bar: lazyPart(async () => {
        const [{ PastDueBar }] = await Promise.all([import('./past-due/past-due-bar.tsx'), loadTexts('billing')]);
        return PastDueBar;
      }),
    },
  ],
};
