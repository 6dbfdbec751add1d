import { metrics } from '@opentelemetry/api';
import type { Db } from '#platform/database/database.ts';
import { heldCampaigns } from './queries.ts';

/** Of the whole installation, asked when Prometheus asks: figures alone cross the wall, and no row of anybody. */
export function observeHeld(sweep: Db): void {
  const meter = metrics.getMeter('waggle');
  const held = meter.createObservableGauge('campaigns_held', {
    description: 'Campaigns that wait for a person, by reason.',
  });
  meter.addBatchObservableCallback(
    async (result) => {
      for (const { reason, campaigns } of await heldCampaigns(sweep)) result.observe(held, campaigns, { reason });
    },
    [held],
  );
}
