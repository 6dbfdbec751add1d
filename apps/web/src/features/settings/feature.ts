import { defineFeature } from '#lib/feature.ts';
import { settingsRoutes } from './routes.ts';

export const settings = defineFeature({ name: 'settings', routes: settingsRoutes });
