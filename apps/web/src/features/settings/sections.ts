import type { OrganizationType } from '@waggle/contracts/accounts';
import { rights } from '@waggle/contracts/rights';
import type { SessionRole } from '@waggle/contracts/roles';
import {
  AtSign,
  Banknote,
  Bell,
  Building2,
  Globe,
  Hexagon,
  ListChecks,
  ListFilter,
  Palette,
  PenLine,
  ScrollText,
  Server,
  Shield,
  Tags,
  User,
  Users,
  type LucideIcon,
} from 'lucide-react';

export const sectionKeys = [
  'profile',
  'account',
  'notifications',
  'security',
  'team',
  'clients',
  'brand',
  'topics',
  'white-label',
  'revenue',
  'sending',
  'domains',
  'hosts',
  'senders',
  'connections',
  'audit',
] as const;
export type SectionKey = (typeof sectionKeys)[number];

type Section = {
  key: SectionKey;
  group: 'own' | 'workspace' | 'sending';
  icon: LucideIcon;
  roles: readonly SessionRole[];
  agencyOnly?: true;
};

const everybody: readonly SessionRole[] = ['ADMIN', 'USER', 'VIEWER'];
const workers: readonly SessionRole[] = ['ADMIN', 'USER'];

const sections: readonly Section[] = [
  { key: 'profile', group: 'own', icon: User, roles: everybody },
  { key: 'account', group: 'own', icon: Building2, roles: workers },
  { key: 'notifications', group: 'own', icon: Bell, roles: everybody },
  { key: 'security', group: 'own', icon: Shield, roles: everybody },
  { key: 'team', group: 'workspace', icon: Users, roles: workers },
  { key: 'clients', group: 'workspace', icon: Hexagon, roles: workers, agencyOnly: true },
  { key: 'brand', group: 'workspace', icon: Palette, roles: rights['brand:read'] },
  { key: 'topics', group: 'workspace', icon: ListFilter, roles: rights['contacts:read'] },
  { key: 'white-label', group: 'workspace', icon: Tags, roles: rights['organization:read'] },
  { key: 'revenue', group: 'workspace', icon: Banknote, roles: rights['purchases:write'] },
  { key: 'audit', group: 'workspace', icon: ScrollText, roles: rights['audit:read'] },
  { key: 'sending', group: 'sending', icon: ListChecks, roles: workers },
  { key: 'domains', group: 'sending', icon: AtSign, roles: workers },
  { key: 'hosts', group: 'sending', icon: Globe, roles: workers },
  { key: 'senders', group: 'sending', icon: PenLine, roles: workers },
  { key: 'connections', group: 'sending', icon: Server, roles: workers },
];

/** The tabs a person sees: a VIEWER the own ones, the brand and the white label, clients only in an agency. */
export const sectionsFor = (role: SessionRole, type: OrganizationType | undefined): readonly Section[] =>
  sections.filter(({ roles, agencyOnly }) => roles.includes(role) && (!agencyOnly || type === 'AGENCY'));
