import { LayoutDashboard } from 'lucide-react';
import type { FeatureEntry } from '#lib/registry.ts';

export const dashboardEntry: FeatureEntry = {
  nav: { group: 'main', to: '/dashboard', label: 'nav.overview', icon: LayoutDashboard, key: 'o', exact: true },
};
