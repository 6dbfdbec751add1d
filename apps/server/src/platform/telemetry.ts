import { metrics } from '@opentelemetry/api';
import { PrometheusExporter } from '@opentelemetry/exporter-prometheus';
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http';
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg';
import { NodeSDK } from '@opentelemetry/sdk-node';
import type { Config } from './config.ts';
import type { Database } from './database/database.ts';
import { jobStats } from './jobs/stats.ts';

export type Telemetry = { close(): Promise<void> };

/** Metrics for Prometheus always; traces only when a collector is named, because the SDK would otherwise look for one. */
export function startTelemetry(config: Config, role: string): Telemetry {
  const tracing = config.OTEL_EXPORTER_OTLP_ENDPOINT !== '';
  const sdk = new NodeSDK({
    serviceName: `waggle-${role}`,
    metricReaders: [new PrometheusExporter({ host: config.METRICS_HOST, port: config.METRICS_PORT })],
    // It would tell the arguments and paths of the process and the machine's name to whoever reads the metrics.
    autoDetectResources: false,
    logRecordProcessors: [],
    ...(tracing ? { instrumentations: [new HttpInstrumentation(), new PgInstrumentation()] } : { spanProcessors: [] }),
  });
  sdk.start();
  return { close: () => sdk.shutdown().catch(() => {}) };
}

/** How full the connection pool is: waiting requests are the first sign of a slow database. */
export function observePool({ pool }: Database): void {
  const meter = metrics.getMeter('waggle');
  meter
    .createObservableGauge('database_connections', { description: 'Connections of this process by state.' })
    .addCallback((result) => {
      result.observe(pool.totalCount - pool.idleCount, { state: 'busy' });
      result.observe(pool.idleCount, { state: 'idle' });
      result.observe(pool.waitingCount, { state: 'waited_for' });
    });
}

/** How much work waits, how long the oldest has waited, and what failed for good. */
export function observeJobs(database: Database): void {
  const meter = metrics.getMeter('waggle');
  const waiting = meter.createObservableGauge('jobs_waiting', { description: 'Jobs ready to run, by job.' });
  const deferred = meter.createObservableGauge('jobs_deferred', { description: 'Jobs to be run later, by job.' });
  const oldest = meter.createObservableGauge('jobs_oldest_seconds', {
    description: 'Age of the oldest ready job, by job.',
  });
  const dead = meter.createObservableGauge('jobs_dead', { description: 'Jobs that failed for good, by job.' });
  meter.addBatchObservableCallback(
    async (result) => {
      for (const stats of await jobStats(database)) {
        const labels = { class: stats.class, job: stats.job };
        result.observe(waiting, stats.waiting, labels);
        result.observe(deferred, stats.deferred, labels);
        result.observe(oldest, stats.oldestWaitingSeconds, labels);
        result.observe(dead, stats.dead, labels);
      }
    },
    [waiting, deferred, oldest, dead],
  );
}
