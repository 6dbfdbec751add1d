import { ClipboardList } from 'lucide-react';
import { lazyPart } from '#lib/lazy-part.tsx';
import type { FeatureEntry } from '#lib/registry.ts';

const at = '/dashboard/forms';

export const entry: FeatureEntry = {
  nav: {
    group: 'tools',
    place: 1,
    to: at,
    label: 'nav.forms',
    icon: ClipboardList,
    key: 'f',
    right: 'forms:read',
    Badge: lazyPart(async () => (await import('./forms-badge.tsx')).FormsBadge),
  },
  palette: [
    {
      id: 'create-form',
      to: at,
      search: { create: true },
      label: 'palette.createForm',
      icon: ClipboardList,
      keys: 'c f',
      right: 'forms:write',
    },
  ],
  records: [
    {
      kind: 'form',
      heading: 'nav.forms',
      icon: ClipboardList,
      right: 'forms:read',
      find: async (...asked) => (await import('./palette-records.ts')).findForms(...asked),
    },
  ],
  startSteps: {
    'form-or-code': {
      link: { to: at, search: { create: true } },
      right: 'forms:write',
      minutes: 3,
      choice: { icon: ClipboardList, label: 'choices.form' },
      look: { to: at, icon: ClipboardList, title: 'looks.forms.title', text: 'looks.forms.text' },
    },
  },
};
