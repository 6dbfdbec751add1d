import { defineFeature } from '#lib/feature.ts';
import { dashboardRoutes } from './routes.ts';

export const dashboard = defineFeature({ name: 'dashboard', routes: dashboardRoutes });
