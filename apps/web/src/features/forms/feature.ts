import { defineFeature } from '#lib/feature.ts';
import { formRoutes } from './routes.ts';

export const forms = defineFeature({ name: 'forms', routes: formRoutes });
