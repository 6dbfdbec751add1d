import { defineFeature } from '#platform/feature.ts';

/** What a plan includes. How one is bought is billing's. */
export const plans = defineFeature({ name: 'plans', endpoints: [], tables: [], create: () => null });
