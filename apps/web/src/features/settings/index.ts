export { settingsEntry } from './entry.ts';

export const settingsScreens = {
  frame: () => import('./settings-frame.tsx'),
  profile: () => import('./profile-section.tsx'),
  account: () => import('./account-section.tsx'),
  security: () => import('./security-section.tsx'),
  team: () => import('./team-section.tsx'),
  clients: () => import('./clients-section.tsx'),
  domains: () => import('./sending/domains-section.tsx'),
  senders: () => import('./sending/senders-section.tsx'),
  audit: () => import('./audit/audit-section.tsx'),
  connections: () => import('./sending/connections-section.tsx'),
};
