import { metrics } from '@opentelemetry/api';

export type DrainMetrics = {
  /** Milliseconds since 1970 of the oldest waiting event; null when none waits. */
  oldest(at: number | null): void;
  drained(count: number): void;
  setAside(count: number): void;
};

/** Made at start and not at import: instruments made before the exporter stay silent for ever. */
export function createDrainMetrics(now: () => Date): DrainMetrics {
  const meter = metrics.getMeter('waggle');
  const drained = meter.createCounter('inbox_drained', { description: 'Events understood.' });
  const failed = meter.createCounter('inbox_set_aside', { description: 'Events no handler could take; see the log.' });
  // A series that begins with its first event hides that event from rate() and increase().
  drained.add(0);
  failed.add(0);
  let oldestAt: number | null = null;
  meter
    .createObservableGauge('inbox_lag_seconds', { description: 'Age of the oldest waiting event.', unit: 's' })
    // From the clock and not from the last look: a drain that is stuck must show as one that falls behind.
    .addCallback((result) => result.observe(oldestAt === null ? 0 : (now().getTime() - oldestAt) / 1_000));

  return {
    oldest: (at) => void (oldestAt = at),
    drained: (count) => drained.add(count),
    setAside: (count) => failed.add(count),
  };
}
