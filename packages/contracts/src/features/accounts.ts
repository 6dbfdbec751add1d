import { defineFeature } from '../feature.ts';
import { admins, editors, everybody } from '../roles.ts';

declare module '../endpoint.ts' {
  interface Entities {
    client: true;
    member: true;
    invitation: true;
    session: true;
    brand: true;
    'brand-logo': true;
  }
}

export const accounts = defineFeature({
  name: 'accounts',
  rights: { 'brand:read': everybody, 'brand:manage': admins },
  organizationRights: {
    'organization:read': everybody,
    'organization:manage': admins,
    'clients:read': everybody,
    'clients:manage': admins,
    'team:read': editors,
    'team:manage': admins,
  },
  auditGroups: { signIn: ['auth.', 'profile.'], team: ['team.', 'clients.', 'organization.', 'brand.'] },
});
