import {
  AtSign,
  Building2,
  Hexagon,
  PenLine,
  ScrollText,
  Server,
  Settings,
  Shield,
  ShieldCheck,
  User,
  UserPlus,
  Users,
} from 'lucide-react';
import type { FeatureEntry } from '#lib/registry.ts';

const at = '/dashboard/settings';

export const settingsEntry: FeatureEntry = {
  nav: { group: 'account', to: at, label: 'nav.settings', icon: Settings, key: 's' },
  palette: [
    {
      id: 'add-client',
      to: `${at}/clients`,
      search: { add: true },
      label: 'palette.addClient',
      icon: Hexagon,
      right: 'clients:manage',
      organizationType: 'AGENCY',
    },
    {
      id: 'invite',
      to: `${at}/team`,
      search: { invite: true },
      label: 'palette.inviteMember',
      icon: UserPlus,
      right: 'team:manage',
    },
    { id: 'two-factor', to: `${at}/security`, label: 'palette.twoFactor', icon: ShieldCheck },
    { id: 'profile', kind: 'page', to: `${at}/profile`, label: 'palette.profile', icon: User },
    { id: 'account', kind: 'page', to: `${at}/account`, label: 'palette.account', icon: Building2, right: 'team:read' },
    { id: 'security', kind: 'page', to: `${at}/security`, label: 'palette.security', icon: Shield },
    { id: 'team', kind: 'page', to: `${at}/team`, label: 'palette.team', icon: Users, right: 'team:read' },
    {
      id: 'clients',
      kind: 'page',
      to: `${at}/clients`,
      label: 'palette.clients',
      icon: Hexagon,
      right: 'team:read',
      organizationType: 'AGENCY',
    },
    { id: 'domains', kind: 'page', to: `${at}/domains`, label: 'palette.domains', icon: AtSign, right: 'sending:read' },
    {
      id: 'senders',
      kind: 'page',
      to: `${at}/senders`,
      label: 'palette.senders',
      icon: PenLine,
      right: 'sending:read',
    },
    {
      id: 'audit',
      kind: 'page',
      to: `${at}/audit`,
      label: 'palette.audit',
      icon: ScrollText,
      right: 'audit:read',
    },
    {
      id: 'connections',
      kind: 'page',
      to: `${at}/connections`,
      label: 'palette.connections',
      icon: Server,
      right: 'sending:read',
    },
  ],
};
