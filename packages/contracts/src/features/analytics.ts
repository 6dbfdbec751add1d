import { defineFeature } from '../feature.ts';
import { editors, everybody } from '../roles.ts';

export const analytics = defineFeature({
  name: 'analytics',
  rights: { 'analytics:read': everybody, 'analytics:export': editors },
});
