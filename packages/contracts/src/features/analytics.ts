import { defineFeature } from '../feature.ts';
import { everybody } from '../roles.ts';

export const analytics = defineFeature({ name: 'analytics', rights: { 'analytics:read': everybody } });
