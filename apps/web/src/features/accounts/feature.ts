import { defineFeature } from '#lib/feature.ts';
import { accountRoutes } from './routes.ts';

export const accounts = defineFeature({ name: 'accounts', routes: accountRoutes });
