import { z } from 'zod';
import { job } from '#platform/jobs/job.ts';

/** Judges every scan of the organization anew whose signals are still kept. */
export const reclassifyScans = job('links.reclassify-scans', z.object({}), {
  class: 'maintenance',
  timeLimitSeconds: 3_600,
  onePerKey: true,
});
