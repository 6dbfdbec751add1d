import { defineFeature } from '../feature.ts';
import { admins, editors, everybody, everybodyAndGuests, guests } from '../roles.ts';

declare module '../endpoint.ts' {
  interface Entities {
    client: true;
    member: true;
    invitation: true;
    session: true;
    passkey: true;
    brand: true;
    'brand-logo': true;
    'product-logo': true;
    'guest-link': true;
  }
}

export const accounts = defineFeature({
  name: 'accounts',
  rights: { 'brand:read': everybody, 'brand:manage': admins },
  organizationRights: {
    'session:read': everybodyAndGuests,
    'guest-session:end': guests,
    'organization:read': everybody,
    'organization:manage': admins,
    'clients:read': everybody,
    'clients:manage': admins,
    'team:read': editors,
    'team:manage': admins,
  },
  auditGroups: {
    signIn: ['auth.', 'profile.'],
    team: ['team.', 'clients.', 'client-templates.', 'organization.', 'brand.', 'white-label.', 'guests.'],
  },
});
