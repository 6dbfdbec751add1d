import { Tag, Upload, UserPlus, Users } from 'lucide-react';
import { lazy } from 'react';
import type { FeatureEntry } from '#lib/registry.ts';

const at = '/dashboard/contacts';

export const contactsEntry: FeatureEntry = {
  nav: {
    group: 'main',
    to: at,
    label: 'nav.contacts',
    icon: Users,
    key: 'c',
    right: 'contacts:read',
    Badge: lazy(async () => ({ default: (await import('./contacts-badge.tsx')).ContactsBadge })),
  },
  palette: [
    {
      id: 'add-contact',
      to: at,
      search: { add: true },
      label: 'palette.addContact',
      icon: UserPlus,
      keys: 'c c',
      right: 'contacts:write',
    },
    {
      id: 'import-contacts',
      to: at,
      search: { import: 'new' },
      label: 'palette.importContacts',
      icon: Upload,
      right: 'contacts:write',
    },
    { id: 'manage-tags', to: `${at}/tags`, label: 'palette.manageTags', icon: Tag, right: 'contacts:write' },
    { id: 'segments', kind: 'page', to: `${at}/segments`, label: 'palette.segments', icon: Users },
    { id: 'suppressions', kind: 'page', to: `${at}/suppressions`, label: 'palette.suppressions', icon: Users },
  ],
};
