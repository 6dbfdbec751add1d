import { defineFeature } from '../feature.ts';

declare module '../endpoint.ts' {
  interface Entities {
    'client-template': true;
  }
}

export const clientTemplates = defineFeature({ name: 'client-templates' });
