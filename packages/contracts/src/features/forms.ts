import { defineFeature } from '../feature.ts';
import { editors, everybody, everybodyAndGuests } from '../roles.ts';

declare module '../endpoint.ts' {
  interface Entities {
    form: true;
    'form-spam': true;
    'form-submission': true;
  }
}

export const forms = defineFeature({
  name: 'forms',
  rights: {
    'forms:read': everybody,
    'forms:figures': everybodyAndGuests,
    'forms:write': editors,
    'forms:export': editors,
  },
  auditGroups: { forms: ['forms.'] },
  auditedExports: ['forms.export-submissions'],
});
