import { Building2, FileClock, ListFilter, ListTodo, Tag, Upload, UserPlus, Users } from 'lucide-react';
import { lazyPart } from '#lib/lazy-part.tsx';
import type { FeatureEntry } from '#lib/registry.ts';

const at = '/dashboard/contacts';

export const entry: FeatureEntry = {
  nav: {
    group: 'main',
    place: 2,
    to: at,
    label: 'nav.contacts',
    icon: Users,
    key: 'c',
    right: 'contacts:read',
    Badge: lazyPart(async () => (await import('./contacts-badge.tsx')).ContactsBadge),
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
    { id: 'companies', kind: 'page', to: `${at}/companies`, label: 'palette.companies', icon: Building2 },
    { id: 'my-tasks', kind: 'page', to: at, search: { tasks: true }, label: 'palette.myTasks', icon: ListTodo },
    {
      id: 'imports',
      kind: 'page',
      to: `${at}/imports`,
      label: 'palette.imports',
      icon: FileClock,
      right: 'contacts:write',
    },
    { id: 'suppressions', kind: 'page', to: `${at}/suppressions`, label: 'palette.suppressions', icon: Users },
  ],
  records: [
    {
      kind: 'contact',
      heading: 'palette.contacts',
      icon: Users,
      isPerson: true,
      right: 'contacts:read',
      find: async (...asked) => (await import('./palette-records.ts')).findContacts(...asked),
    },
    {
      kind: 'segment',
      heading: 'palette.segments',
      icon: ListFilter,
      right: 'contacts:read',
      find: async (...asked) => (await import('./palette-records.ts')).findSegments(...asked),
    },
    {
      kind: 'tag',
      heading: 'palette.tags',
      icon: Tag,
      right: 'contacts:read',
      find: async (...asked) => (await import('./palette-records.ts')).findTags(...asked),
    },
  ],
  dock: [
    {
      id: 'contacts',
      right: 'contacts:write',
      Cards: lazyPart(async () => (await import('./work-dock.tsx')).WorkDock),
    },
  ],
  live: { imports: [['imports']], batches: [['contact-batches']] },
  startSteps: {
    'import-contacts': {
      link: { to: at, search: { import: 'new' } },
      right: 'contacts:write',
      minutes: 3,
      look: { to: at, icon: Users, title: 'looks.contacts.title', text: 'looks.contacts.text' },
    },
  },
};
