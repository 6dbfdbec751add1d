import type { Context } from '#platform/context.ts';
import { createThreadPool } from '#platform/threads/thread-pool.ts';

const threads = createThreadPool({
  entry: 'photos',
  most: 1,
  deadlineMs: 10_000,
  heapMegabytes: 128,
  tooComplex: 'This image takes too long to draw. Choose a smaller or simpler one.',
  // Its native part must be loaded here first, or it would be unloaded with the last thread while it still runs.
  prepare: () => import('sharp'),
});

export const cropInThread = async (
  { organizationId }: Pick<Context, 'organizationId'>,
  sent: Uint8Array,
): Promise<Buffer> => Buffer.from(await threads.run<Uint8Array>(organizationId, 'crop', sent));
