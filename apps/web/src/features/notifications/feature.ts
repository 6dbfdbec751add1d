import { defineFeature } from '#lib/feature.ts';
import { notificationRoutes } from './routes.ts';

export const notifications = defineFeature({ name: 'notifications', routes: notificationRoutes });
