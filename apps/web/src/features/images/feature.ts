import { defineFeature } from '#lib/feature.ts';
import { imageRoutes } from './routes.ts';

export const images = defineFeature({ name: 'images', routes: imageRoutes });
