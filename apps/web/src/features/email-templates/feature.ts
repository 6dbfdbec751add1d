import { defineFeature } from '#lib/feature.ts';
import { templateRoutes } from './routes.ts';

export const emailTemplates = defineFeature({ name: 'email-templates', routes: templateRoutes });
