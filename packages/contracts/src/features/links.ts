import { defineFeature } from '../feature.ts';
import { editors, everybody, everybodyAndGuests } from '../roles.ts';

declare module '../endpoint.ts' {
  interface Entities {
    'qr-code': true;
    'qr-logo': true;
    'qr-preset': true;
  }
}

export const links = defineFeature({
  name: 'links',
  rights: { 'links:read': everybody, 'links:figures': everybodyAndGuests, 'links:write': editors },
  auditGroups: { links: ['qr-codes.', 'qr-labels.', 'qr-presets.'] },
});
