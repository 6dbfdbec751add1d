import type { OrganizationType } from '@waggle/contracts/accounts';
import { rights, type Role } from '@waggle/contracts/rights';
import {
  AtSign,
  Building2,
  Hexagon,
  PenLine,
  ScrollText,
  Server,
  Shield,
  User,
  Users,
  type LucideIcon,
} from 'lucide-react';

export const sectionKeys = [
  'profile',
  'account',
  'security',
  'team',
  'clients',
  'domains',
  'senders',
  'connections',
  'audit',
] as const;
export type SectionKey = (typeof sectionKeys)[number];

type Section = {
  key: SectionKey;
  group: 'own' | 'workspace';
  icon: LucideIcon;
  roles: readonly Role[];
  agencyOnly?: true;
};

const everybody: readonly Role[] = ['ADMIN', 'USER', 'VIEWER'];
const workers: readonly Role[] = ['ADMIN', 'USER'];

const sections: readonly Section[] = [
  { key: 'profile', group: 'own', icon: User, roles: everybody },
  { key: 'account', group: 'own', icon: Building2, roles: workers },
  { key: 'security', group: 'own', icon: Shield, roles: everybody },
  { key: 'team', group: 'workspace', icon: Users, roles: workers },
  { key: 'clients', group: 'workspace', icon: Hexagon, roles: workers, agencyOnly: true },
  { key: 'domains', group: 'workspace', icon: AtSign, roles: workers },
  { key: 'senders', group: 'workspace', icon: PenLine, roles: workers },
  { key: 'connections', group: 'workspace', icon: Server, roles: workers },
  { key: 'audit', group: 'workspace', icon: ScrollText, roles: rights['audit:read'] },
];

/** The tabs a person sees: a VIEWER only the own ones, clients only in an agency. */
export const sectionsFor = (role: Role, type: OrganizationType | undefined): readonly Section[] =>
  sections.filter(({ roles, agencyOnly }) => roles.includes(role) && (!agencyOnly || type === 'AGENCY'));
