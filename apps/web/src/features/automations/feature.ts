import { defineFeature } from '#lib/feature.ts';
import { automationRoutes } from './routes.ts';

export const automations = defineFeature({ name: 'automations', routes: automationRoutes });
