export { contactsEntry } from './entry.ts';

export const contactsScreens = {
  contacts: () => import('./contacts-screen.tsx'),
  tags: () => import('./tags/tags-screen.tsx'),
  segments: () => import('./segments/segments-screen.tsx'),
  segmentBuilder: () => import('./segments/segment-builder-screen.tsx'),
  suppressions: () => import('./suppressions/suppressions-screen.tsx'),
};

export const contactsUsage = () => import('./plan-usage.tsx');
