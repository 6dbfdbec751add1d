import { defineFeature } from '../feature.ts';
import { editors, everybody } from '../roles.ts';

declare module '../endpoint.ts' {
  interface Entities {
    contact: true;
    tag: true;
    'contact-field': true;
    batch: true;
    suppression: true;
    segment: true;
    import: true;
    'contact-note': true;
    'contact-task': true;
    'contact-view': true;
    topic: true;
  }
}

export const contacts = defineFeature({
  name: 'contacts',
  rights: { 'contacts:read': everybody, 'contacts:write': editors, 'contacts:export': editors },
  auditGroups: {
    contacts: [
      'contacts.',
      'contact-batches.',
      'contact-fields.',
      'contact-notes.',
      'contact-tasks.',
      'contact-views.',
      'contact-topics.',
      'topics.',
      'suppressions.',
      'consents.',
      'segments.',
      'tags.',
      'imports.',
      'demo.',
    ],
  },
  auditedExports: ['contacts.export', 'contacts.data', 'imports.errors'],
});
