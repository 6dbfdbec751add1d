import { LayoutDashboard } from 'lucide-react';
import type { FeatureEntry } from '#lib/registry.ts';

export const entry: FeatureEntry = {
  nav: {
    group: 'main',
    place: 1,
    to: '/dashboard',
    label: 'nav.overview',
    icon: LayoutDashboard,
    key: 'o',
    exact: true,
  },
  live: { imports: [['dashboard', 'work']] },
};
