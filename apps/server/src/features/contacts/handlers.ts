import type { Cron } from '#platform/jobs/cron.ts';
import type { Handler } from '#platform/jobs/handlers.ts';
import { batchCrons, batchHandlers } from './batches/handlers.ts';
import { importHandlers } from './import/handlers.ts';
import { privacyHandlers } from './privacy/handlers.ts';
import { segmentHandlers } from './segments/handlers.ts';
import { segmentCrons } from './segments/jobs.ts';

export const contactHandlers = (): Handler[] => [
  ...batchHandlers(),
  ...importHandlers(),
  ...segmentHandlers(),
  ...privacyHandlers(),
];

export const contactCrons: Cron[] = [...batchCrons, ...segmentCrons];
