import { defineFeature } from '../feature.ts';
import { admins, editors } from '../roles.ts';

declare module '../endpoint.ts' {
  interface Entities {
    'sending-domain': true;
    sender: true;
    connection: true;
    host: true;
  }
}

export const settings = defineFeature({
  name: 'settings',
  rights: { 'sending:read': editors, 'sending:manage': admins },
  auditGroups: { sending: ['sending.', 'hosts.'] },
});
