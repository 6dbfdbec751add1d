import { metrics } from '@opentelemetry/api';
import { PrometheusExporter } from '@opentelemetry/exporter-prometheus';
import { NodeSDK } from '@opentelemetry/sdk-node';
import type { Config } from './config.ts';
import type { Database } from './database/database.ts';
import type { Installation } from './installation/installation.ts';
import { jobStats } from './jobs/stats.ts';
import { observeRuntime } from './runtime-metrics.ts';
import { isTracing } from './tracing.ts';

export type Telemetry = { close(): Promise<void> };
/** What is running: a dashboard shows by it where an upgrade has arrived. */
export type Build = { version: string; commit: string };

/** Metrics for Prometheus always; traces only when a collector is named, because the SDK would otherwise look for one. */
export function startTelemetry(config: Config, role: string, build: Build): Telemetry {
  const sdk = new NodeSDK({
    serviceName: `waggle-${role}`,
    metricReaders: [new PrometheusExporter({ host: config.METRICS_HOST, port: config.METRICS_PORT })],
    // It would tell the arguments and paths of the process and the machine's name to whoever reads the metrics.
    autoDetectResources: false,
    logRecordProcessors: [],
    ...(!isTracing(config) && { spanProcessors: [] }),
  });
  sdk.start();
  observeBuild(build);
  const runtime = observeRuntime();
  return {
    close() {
      runtime.close();
      return sdk.shutdown().catch(() => {});
    },
  };
}

function observeBuild({ version, commit }: Build): void {
  metrics
    .getMeter('waggle')
    .createObservableGauge('build_info', { description: 'Always 1; the labels say what is running.' })
    .addCallback((result) => result.observe(1, { version, commit }));
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

/** While it is held nothing is sent, and only a person can end that. */
export function observeHold({ hold }: Pick<Installation, 'hold'>): void {
  metrics
    .getMeter('waggle')
    .createObservableGauge('installation_held', { description: '1 while a restore waits to be confirmed.' })
    .addCallback((result) => result.observe(hold() === null ? 0 : 1));
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
        const labels = { class: stats.class, name: stats.job };
        result.observe(waiting, stats.waiting, labels);
        result.observe(deferred, stats.deferred, labels);
        result.observe(oldest, stats.oldestWaitingSeconds, labels);
        result.observe(dead, stats.dead, labels);
      }
    },
    [waiting, deferred, oldest, dead],
  );
}
