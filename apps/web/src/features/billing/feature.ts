import { defineFeature } from '#lib/feature.ts';
import { billingRoutes } from './routes.ts';

export const billing = defineFeature({ name: 'billing', routes: billingRoutes });
