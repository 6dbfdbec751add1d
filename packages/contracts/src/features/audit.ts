import { defineFeature } from '../feature.ts';
import { admins } from '../roles.ts';

export const audit = defineFeature({
  name: 'audit',
  organizationRights: { 'audit:read': admins },
  auditedExports: ['audit.export'],
});
