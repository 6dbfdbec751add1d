import { automationTiers } from '@waggle/contracts/plans';
import { Workflow } from 'lucide-react';
import { loadTexts } from '#lib/i18n.ts';
import { lazyPart } from '#lib/lazy-part.tsx';
import type { ContactActionProps, FeatureEntry } from '#lib/registry.ts';

const at = '/dashboard/automations';

export const entry: FeatureEntry = {
  nav: {
    group: 'tools',
    place: 3,
    to: at,
    label: 'nav.automations',
    icon: Workflow,
    key: 'a',
    right: 'automations:read',
    tiers: automationTiers,
  },
  palette: [
    {
      id: 'create-automation',
      to: at,
      search: { create: true },
      label: 'palette.createAutomation',
      icon: Workflow,
      keys: 'c a',
      right: 'automations:write',
      tiers: automationTiers,
    },
  ],
  contactActions: [
    {
      id: 'enter-automation',
      label: 'contactActions.enterAutomation',
      icon: Workflow,
      right: 'automations:write',
      Dialog: lazyPart<ContactActionProps>(
        async () => {
          const [{ EnterDialog }] = await Promise.all([
            import('./entering/enter-dialog.tsx'),
            loadTexts('automation-entering'),
          ]);
          return EnterDialog;
        },
        { onFailed: ({ onClose }) => onClose() },
      ),
    },
  ],
  records: [
    {
      kind: 'automation',
      heading: 'nav.automations',
      icon: Workflow,
      right: 'automations:read',
      find: async (...asked) => (await import('./palette-records.ts')).findAutomations(...asked),
    },
  ],
};
