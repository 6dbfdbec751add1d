import { Images } from 'lucide-react';
import type { FeatureEntry } from '#lib/registry.ts';

export const entry: FeatureEntry = {
  palette: [
    {
      id: 'images',
      kind: 'page',
      to: '/dashboard/campaigns/images',
      label: 'palette.images',
      icon: Images,
      right: 'images:read',
    },
  ],
};
