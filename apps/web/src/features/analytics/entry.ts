import { ChartColumn } from 'lucide-react';
import type { FeatureEntry } from '#lib/registry.ts';

export const entry: FeatureEntry = {
  nav: {
    group: 'tools',
    place: 5,
    to: '/dashboard/analytics',
    label: 'nav.analytics',
    icon: ChartColumn,
    key: 'n',
    right: 'analytics:read',
  },
};
