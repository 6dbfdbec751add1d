import { defineFeature } from '#lib/feature.ts';
import { purchaseRoutes } from './routes.ts';

export const purchases = defineFeature({ name: 'purchases', routes: purchaseRoutes });
