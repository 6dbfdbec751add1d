import { CreditCard } from 'lucide-react';
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
};
