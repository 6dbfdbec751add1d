import { defineFeature } from '../feature.ts';
import { editors, everybody, everybodyAndGuests } from '../roles.ts';

declare module '../endpoint.ts' {
  interface Entities {
    annotation: true;
    goal: true;
  }
}

export const dashboard = defineFeature({
  name: 'dashboard',
  rights: {
    'dashboard:read': everybody,
    'dashboard:figures': everybodyAndGuests,
    'annotations:write': editors,
    'goals:write': editors,
  },
  auditGroups: { annotations: ['annotations.'], goals: ['goals.'] },
});
