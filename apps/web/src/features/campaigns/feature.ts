import { defineFeature } from '#lib/feature.ts';
import { campaignRoutes } from './routes.ts';

export const campaigns = defineFeature({ name: 'campaigns', routes: campaignRoutes });
