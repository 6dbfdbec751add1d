import { defineFeature } from '#platform/feature.ts';
import { createDelivery, startDelivery } from './delivery.ts';

export const delivery = defineFeature({
  name: 'delivery',
  endpoints: [],
  tables: ['send_budgets', 'installation_budgets'],
  create: ({ config }) => createDelivery(config),
  loop: (parts, log, heartbeats) => startDelivery(parts, log, { heartbeats }),
});
