import { defineFeature } from '../feature.ts';
import { admins, editors, everybody } from '../roles.ts';

declare module '../endpoint.ts' {
  interface Entities {
    automation: true;
    'automation-run': true;
    'automation-trial': true;
  }
}

export const automations = defineFeature({
  name: 'automations',
  rights: { 'automations:read': everybody, 'automations:write': editors },
  organizationRights: { 'automation-secrets:manage': admins },
  auditGroups: { automations: ['automations.'] },
});
