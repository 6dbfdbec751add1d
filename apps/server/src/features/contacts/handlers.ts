import type { Cron } from '#platform/jobs/cron.ts';
import type { Handler } from '#platform/jobs/handlers.ts';
import { batchCrons, batchHandlers } from './batches/handlers.ts';
import type { BatchParts } from './batches/entrance.ts';
import { importHandlers } from './import/handlers.ts';
import { privacyHandlers } from './privacy/handlers.ts';
import { memberHandlers } from './segments/members/handlers.ts';
import { memberCrons } from './segments/members/jobs.ts';
import { segmentHandlers } from './segments/handlers.ts';
import { segmentCrons } from './segments/jobs.ts';

export const contactHandlers = (parts: BatchParts): Handler[] => [
  ...batchHandlers(parts),
  ...importHandlers(),
  ...segmentHandlers(),
  ...memberHandlers(),
  ...privacyHandlers(),
];

export const contactCrons: Cron[] = [...batchCrons, ...segmentCrons, ...memberCrons];
