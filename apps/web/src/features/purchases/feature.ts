import { defineFeature } from '#lib/feature.ts';

export const purchases = defineFeature({ name: 'purchases', routes: {} });
