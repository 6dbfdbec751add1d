import { defineFeature } from '../feature.ts';
import { admins, everybody } from '../roles.ts';

export const billing = defineFeature({
  name: 'billing',
  organizationRights: { 'billing:manage': admins, 'billing:ask': everybody },
  auditGroups: { billing: ['billing.'] },
});
