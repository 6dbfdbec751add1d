import { metrics } from '@opentelemetry/api';
import type { SendSource } from './send-source.ts';

/** What one try of a mail came to; `deferred` is tried again later. */
type MailResult = 'accepted' | 'failed' | 'suppressed' | 'uncertain' | 'deferred';
const results: readonly MailResult[] = ['accepted', 'failed', 'suppressed', 'uncertain', 'deferred'];
/** Why due mails had to wait: the rate of a connection, or the daily share of a new domain. */
type Limit = 'rate' | 'warm-up';

/** Counting a whole ledger of a million would cost more than anybody learns from it. */
const mostCounted = 10_000;

export type SendingMetrics = {
  mails(result: MailResult | 'pending', count?: number): void;
  waited(limit: Limit): void;
};

/** Made at start and not at import: instruments made before the exporter stay silent for ever. */
export function createSendingMetrics(sources: readonly SendSource[]): SendingMetrics {
  const meter = metrics.getMeter('waggle');
  const mails = meter.createCounter('sending_mails', { description: 'Tries of mails, by result.' });
  const waits = meter.createCounter('sending_limited_waits', {
    description: 'Times due mails had to wait for a rate or for the daily share of a new domain.',
  });
  // A series that begins with its first event hides that event from rate() and increase().
  for (const result of results) mails.add(0, { result });
  for (const limit of ['rate', 'warm-up']) waits.add(0, { limit });
  observeBacklog(sources);

  return {
    mails: (result, count = 1) => mails.add(count, { result: result === 'pending' ? 'deferred' : result }),
    waited: (limit) => waits.add(1, { limit }),
  };
}

/** Of the whole installation, asked when Prometheus asks: figures alone cross the wall, and no row of anybody. */
function observeBacklog(sources: readonly SendSource[]): void {
  const meter = metrics.getMeter('waggle');
  const waiting = meter.createObservableGauge('sending_waiting', {
    description: `Mails that are due, counted up to ${mostCounted}.`,
  });
  const oldest = meter.createObservableGauge('sending_oldest_due_seconds', {
    description: 'How long the mail that is due the longest has waited.',
  });
  meter.addBatchObservableCallback(
    async (result) => {
      const backlogs = await Promise.all(sources.map((source) => source.backlog(mostCounted)));
      const sum = backlogs.reduce((total, backlog) => total + backlog.waiting, 0);
      result.observe(waiting, Math.min(sum, mostCounted));
      result.observe(oldest, Math.max(0, ...backlogs.map(({ oldestSeconds }) => oldestSeconds)));
    },
    [waiting, oldest],
  );
}
