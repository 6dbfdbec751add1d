import { defineFeature } from '../feature.ts';

declare module '../endpoint.ts' {
  interface Entities {
    notification: true;
  }
}

export const notifications = defineFeature({ name: 'notifications' });
