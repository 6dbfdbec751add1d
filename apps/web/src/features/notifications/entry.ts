import { Bell } from 'lucide-react';
import type { FeatureEntry } from '#lib/registry.ts';

export const entry: FeatureEntry = {
  palette: [
    { id: 'notifications', kind: 'page', to: '/dashboard/notifications', label: 'palette.notifications', icon: Bell },
  ],
  live: { notifications: [['notifications']] },
};
