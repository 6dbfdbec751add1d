import { z } from 'zod';
import { type Cron, cron } from '../jobs/cron.ts';
import { handle, type Handler } from '../jobs/handlers.ts';
import { systemJob } from '../jobs/job.ts';
import type { Storage } from './storage.ts';

export const sweepFiles = systemJob('platform.sweep-files', z.object({}), {
  class: 'maintenance',
  timeLimitSeconds: 600,
});

export const storageHandlers = (storage: Storage): Handler[] => [
  handle(sweepFiles, (_ctx, _payload, { signal }) => storage.sweep(signal)),
];

export const storageCrons: Cron[] = [cron('sweep-files', '27 * * * *', 'UTC', sweepFiles)];
