import { defineFeature } from '../feature.ts';
import { everybody } from '../roles.ts';

export const dashboard = defineFeature({ name: 'dashboard', rights: { 'dashboard:read': everybody } });
