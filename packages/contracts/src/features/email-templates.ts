import { defineFeature } from '../feature.ts';

declare module '../endpoint.ts' {
  interface Entities {
    'email-template': true;
    'saved-block': true;
  }
}

export const emailTemplates = defineFeature({ name: 'email-templates' });
