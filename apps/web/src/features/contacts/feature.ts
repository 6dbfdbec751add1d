import { defineFeature } from '#lib/feature.ts';
import { contactRoutes } from './routes.ts';

export const contacts = defineFeature({ name: 'contacts', routes: contactRoutes });
