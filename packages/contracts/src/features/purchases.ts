import { defineFeature } from '../feature.ts';
import { admins, editors, everybody } from '../roles.ts';

declare module '../endpoint.ts' {
  interface Entities {
    purchase: true;
    shop: true;
  }
}

export const purchases = defineFeature({
  name: 'purchases',
  rights: { 'purchases:read': everybody, 'purchases:write': editors, 'purchases:manage': admins },
  auditGroups: { purchases: ['purchases.', 'shops.'] },
});
