import { metrics } from '@opentelemetry/api';
import type { Log } from '../log.ts';
import type { Spool } from './spool.ts';

export type InboxMetrics = { appended: (events: number) => void; lost: (events: number, log: Log) => void };

/** Made at start and not at import: instruments made before the exporter stay silent for ever. */
export function observeInbox(spool: Spool): InboxMetrics {
  const meter = metrics.getMeter('waggle');
  const appended = meter.createCounter('inbox_appended', { description: 'Events written to the inbox.' });
  const lost = meter.createCounter('inbox_lost', { description: 'Events neither the database nor the disk took.' });
  // A series that begins with its first event hides that event from rate() and increase().
  appended.add(0);
  lost.add(0);
  meter
    .createObservableGauge('inbox_spooled', { description: 'Events on disk that wait for the database.' })
    .addCallback((result) => result.observe(spool.events));
  meter
    .createObservableGauge('inbox_spooled_oldest_seconds', { description: 'Age of the oldest of them.' })
    .addCallback((result) => result.observe(spool.oldestSeconds()));

  return {
    appended: (events: number) => appended.add(events),
    lost(events: number, log: Log) {
      log.error({ events }, 'events were lost: neither the database nor the disk takes them');
      lost.add(events);
    },
  };
}

export function observeUnwritable(isFailing: () => boolean): void {
  metrics
    .getMeter('waggle')
    .createObservableGauge('inbox_unwritable', {
      description: '1 while neither the database nor the disk takes events.',
    })
    .addCallback((result) => result.observe(isFailing() ? 1 : 0));
}
