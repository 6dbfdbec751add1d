import { readdir } from 'node:fs/promises';
import {
  constants,
  type EventLoopUtilization,
  monitorEventLoopDelay,
  type PerformanceEntry,
  performance,
  PerformanceObserver,
} from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import { type Meter, metrics } from '@opentelemetry/api';
import { pauseBuckets } from './histogram-buckets.ts';

/** Milliseconds between two looks of the event loop's watch: every 10 ms cost half a per cent of a core at rest, this a tenth. */
const resolutionMs = 50;

/** Of this process, by the names Prometheus' clients for Node use, so that common dashboards find them. */
export function observeRuntime(): { close(): void } {
  const meter = metrics.getMeter('waggle');
  const eventLoop = observeEventLoop(meter);
  const collections = observeGarbageCollector(meter);
  observeMemory(meter);
  observeProcess(meter);
  return {
    close() {
      eventLoop.disable();
      collections.disconnect();
    },
  };
}

/** Since the last scrape: a peak of yesterday must not look like one of now. */
function observeEventLoop(meter: Meter) {
  const histogram = monitorEventLoopDelay({ resolution: resolutionMs });
  histogram.enable();
  let before: EventLoopUtilization = performance.eventLoopUtilization();
  const median = meter.createObservableGauge('nodejs_eventloop_lag_p50_seconds', { description: 'Median delay.' });
  const late = meter.createObservableGauge('nodejs_eventloop_lag_p99_seconds', { description: '99th percentile.' });
  const longest = meter.createObservableGauge('nodejs_eventloop_lag_max_seconds', { description: 'Longest delay.' });
  const busy = meter.createObservableGauge('nodejs_eventloop_utilization', {
    description: 'Share of the time in which the event loop was busy, since the last scrape.',
  });
  // What is measured is the time between two looks.
  const delayOf = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - resolutionMs / 1_000);
  meter.addBatchObservableCallback(
    (result) => {
      result.observe(median, delayOf(histogram.percentile(50)));
      result.observe(late, delayOf(histogram.percentile(99)));
      result.observe(longest, delayOf(histogram.max));
      histogram.reset();
      const now = performance.eventLoopUtilization();
      result.observe(busy, performance.eventLoopUtilization(now, before).utilization);
      before = now;
    },
    [median, late, longest, busy],
  );
  return histogram;
}

/** Node's types know no entries of this kind. */
type GarbageCollection = PerformanceEntry & { detail: { kind: number } };

function observeGarbageCollector(meter: Meter): PerformanceObserver {
  const duration = meter.createHistogram('nodejs_gc_duration_seconds', {
    description: 'Pauses for garbage collection, by kind.',
    unit: 's',
    advice: { explicitBucketBoundaries: pauseBuckets },
  });
  const kinds: Record<number, string> = {
    [constants.NODE_PERFORMANCE_GC_MINOR]: 'minor',
    [constants.NODE_PERFORMANCE_GC_MAJOR]: 'major',
    [constants.NODE_PERFORMANCE_GC_INCREMENTAL]: 'incremental',
    [constants.NODE_PERFORMANCE_GC_WEAKCB]: 'weakcb',
  };
  const observer = new PerformanceObserver((list) => {
    for (const pause of list.getEntries() as GarbageCollection[])
      duration.record(pause.duration / 1_000, { kind: kinds[pause.detail.kind] ?? 'other' });
  });
  observer.observe({ entryTypes: ['gc'] });
  return observer;
}

function observeMemory(meter: Meter): void {
  const used = meter.createObservableGauge('nodejs_heap_size_used_bytes', { description: 'Heap in use.' });
  const limit = meter.createObservableGauge('nodejs_heap_size_limit_bytes', {
    description: 'Heap at which the process ends itself; see --max-old-space-size.',
  });
  const resident = meter.createObservableGauge('process_resident_memory_bytes', {
    description: 'Memory of the process.',
  });
  meter.addBatchObservableCallback(
    (result) => {
      const heap = getHeapStatistics();
      result.observe(used, heap.used_heap_size);
      result.observe(limit, heap.heap_size_limit);
      result.observe(resident, process.memoryUsage.rss());
    },
    [used, limit, resident],
  );
}

function observeProcess(meter: Meter): void {
  meter
    .createObservableCounter('process_cpu_seconds', { description: 'Processor time, of the program and the system.' })
    .addCallback((result) => {
      const { user, system } = process.cpuUsage();
      result.observe((user + system) / 1e6);
    });
  meter
    .createObservableGauge('process_open_fds', { description: 'Open files and connections.' })
    .addCallback(async (result) => {
      // Linux alone says so.
      const open = await readdir('/proc/self/fd').catch(() => undefined);
      if (open) result.observe(open.length);
    });
}
