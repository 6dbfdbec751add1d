import { defineFeature } from '../feature.ts';
import { admins, editors } from '../roles.ts';

export const billing = defineFeature({
  name: 'billing',
  organizationRights: { 'billing:manage': admins, 'billing:ask': editors },
  auditGroups: { billing: ['billing.'] },
});
