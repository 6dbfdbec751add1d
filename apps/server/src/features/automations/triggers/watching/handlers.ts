import { keepWatches } from '#features/contacts/index.ts';
import { type Handler, handle } from '#platform/jobs/handlers.ts';
import { segmentsIn } from '../listening.ts';
import { findSpoken } from '../queries.ts';
import { watchSegmentsJob } from './jobs.ts';

export const watchingHandlers = (): Handler[] => [
  handle(watchSegmentsJob, async (ctx) => keepWatches(ctx, segmentsIn(await findSpoken(ctx)))),
];
