import { defineFeature } from '#lib/feature.ts';
import { linkRoutes } from './routes.ts';

export const links = defineFeature({ name: 'links', routes: linkRoutes });
