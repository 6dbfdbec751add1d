import { Send } from 'lucide-react';
import { lazyPart } from '#lib/lazy-part.tsx';
import type { FeatureEntry } from '#lib/registry.ts';

const at = '/dashboard/campaigns';

export const entry: FeatureEntry = {
  nav: { group: 'tools', place: 2, to: at, label: 'nav.campaigns', icon: Send, key: 'm', right: 'campaigns:read' },
  palette: [
    {
      id: 'create-campaign',
      to: '/dashboard/campaigns/new',
      label: 'palette.createCampaign',
      icon: Send,
      keys: 'c m',
      right: 'campaigns:write',
    },
  ],
  records: [
    {
      kind: 'campaign',
      heading: 'nav.campaigns',
      icon: Send,
      right: 'campaigns:read',
      find: async (...asked) => (await import('./palette-records.ts')).findCampaigns(...asked),
    },
  ],
  startSteps: {
    'send-campaign': { link: { to: '/dashboard/campaigns/new' }, right: 'campaigns:write', minutes: 5 },
  },
  dock: [
    {
      id: 'campaigns',
      right: 'campaigns:read',
      Cards: lazyPart(async () => (await import('./sending-dock.tsx')).SendingDock),
    },
  ],
};
