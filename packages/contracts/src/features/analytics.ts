import { defineFeature } from '../feature.ts';
import { editors, everybody } from '../roles.ts';

declare module '../endpoint.ts' {
  interface Entities {
    question: true;
  }
}

export const analytics = defineFeature({
  name: 'analytics',
  rights: { 'analytics:read': everybody, 'analytics:export': editors, 'questions:write': editors },
  auditGroups: { questions: ['questions.'] },
});
