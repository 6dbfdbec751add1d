import { metrics } from '@opentelemetry/api';
import type { Database } from '#platform/database/database.ts';
import * as queries from './metrics-queries.ts';

/** What one try of a mail came to; `deferred` is tried again later. */
type MailResult = 'accepted' | 'failed' | 'suppressed' | 'uncertain' | 'deferred';
const results: readonly MailResult[] = ['accepted', 'failed', 'suppressed', 'uncertain', 'deferred'];
/** Why due mails had to wait: the rate of a connection, or the daily share of a new domain. */
type Limit = 'rate' | 'warm-up';

export type SendingMetrics = {
  mails(result: MailResult | 'pending', count?: number): void;
  waited(limit: Limit): void;
};

/** Made at start and not at import: instruments made before the exporter stay silent for ever. */
export function createSendingMetrics(database: Database): SendingMetrics {
  const meter = metrics.getMeter('waggle');
  const mails = meter.createCounter('sending_mails', { description: 'Tries of mails of campaigns, by result.' });
  const waits = meter.createCounter('sending_limited_waits', {
    description: 'Times due mails had to wait for a rate or for the daily share of a new domain.',
  });
  // A series that begins with its first event hides that event from rate() and increase().
  for (const result of results) mails.add(0, { result });
  for (const limit of ['rate', 'warm-up']) waits.add(0, { limit });
  observeBacklog(database);

  return {
    mails: (result, count = 1) => mails.add(count, { result: result === 'pending' ? 'deferred' : result }),
    waited: (limit) => waits.add(1, { limit }),
  };
}

/** Of the whole installation, asked when Prometheus asks: figures alone cross the wall, and no row of anybody. */
function observeBacklog({ sweep }: Database): void {
  const meter = metrics.getMeter('waggle');
  const waiting = meter.createObservableGauge('sending_waiting', {
    description: `Mails of running campaigns that are due, counted up to ${queries.mostCounted}.`,
  });
  const oldest = meter.createObservableGauge('sending_oldest_due_seconds', {
    description: 'How long the mail that is due the longest has waited.',
  });
  const held = meter.createObservableGauge('campaigns_held', {
    description: 'Campaigns that wait for a person, by reason.',
  });
  meter.addBatchObservableCallback(
    async (result) => {
      const backlog = await queries.backlog(sweep);
      result.observe(waiting, backlog.waiting);
      result.observe(oldest, backlog.oldestSeconds);
      for (const { reason, campaigns } of await queries.heldCampaigns(sweep))
        result.observe(held, campaigns, { reason });
    },
    [waiting, oldest, held],
  );
}
