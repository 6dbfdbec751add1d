import { defineFeature } from '../feature.ts';
import { editors, everybody, everybodyAndGuests } from '../roles.ts';

declare module '../endpoint.ts' {
  interface Entities {
    question: true;
  }
}

export const analytics = defineFeature({
  name: 'analytics',
  rights: {
    'analytics:read': everybodyAndGuests,
    'analytics:compare': everybody,
    'analytics:export': editors,
    'questions:read': everybody,
    'questions:write': editors,
  },
  auditGroups: { questions: ['questions.'] },
});
