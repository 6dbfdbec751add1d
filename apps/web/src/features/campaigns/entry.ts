import { Send } from 'lucide-react';
import type { FeatureEntry } from '#lib/registry.ts';

const at = '/dashboard/campaigns';

export const entry: FeatureEntry = {
  nav: { group: 'tools', place: 2, to: at, label: 'nav.campaigns', icon: Send, key: 'm', right: 'campaigns:read' },
};
