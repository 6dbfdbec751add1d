import { defineFeature } from '#platform/feature.ts';
import { engagementHandlers } from './handlers.ts';
import { engagementCrons } from './jobs.ts';

export const engagement = defineFeature({
  name: 'engagement',
  endpoints: [],
  tables: ['engagement_events', 'stat_hours', 'stat_days', 'metric_totals', 'visitor_salts'],
  create: () => null,
  handlers: engagementHandlers,
  crons: engagementCrons,
});
