import { defineFeature } from '../feature.ts';

declare module '../endpoint.ts' {
  interface Entities {
    'email-template': true;
  }
}

export const emailTemplates = defineFeature({ name: 'email-templates' });
