import { metrics } from '@opentelemetry/api';
import { jobBuckets } from '../histogram-buckets.ts';
import type { Job } from './job.ts';
import type { Outcome } from './run-job.ts';

export type JobMetrics = { measure(job: Job, run: () => Promise<Outcome>): Promise<Outcome> };

/** The label is not called `job`: Prometheus has one of that name, and would rename ours. Made at start and not at import: instruments made before the exporter stay silent for ever. */
export function createJobMetrics(): JobMetrics {
  const meter = metrics.getMeter('waggle');
  const tries = meter.createCounter('job_tries', { description: 'Tries of jobs by name and outcome.' });
  const duration = meter.createHistogram('job_duration_seconds', {
    description: 'How long one try took.',
    unit: 's',
    advice: { explicitBucketBoundaries: jobBuckets },
  });

  return {
    async measure({ name, class: jobClass }, run) {
      const started = performance.now();
      const outcome = await run();
      tries.add(1, { name, class: jobClass, outcome: outcome.result });
      duration.record((performance.now() - started) / 1_000, { name, class: jobClass });
      return outcome;
    },
  };
}
