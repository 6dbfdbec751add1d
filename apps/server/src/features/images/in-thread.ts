import type { Context } from '#platform/context.ts';
import { createThreadPool } from '#platform/threads/thread-pool.ts';

const threads = createThreadPool({
  entry: 'library',
  most: 2,
  deadlineMs: 15_000,
  heapMegabytes: 128,
  // A person drops a folder of pictures at once; the browser sends three at a time.
  waitingPerKey: 24,
  tooComplex: 'This image takes too long to draw. Choose a smaller or simpler one.',
  // Its native part must be loaded here first, or it would be unloaded with the last thread while it still runs.
  prepare: () => import('sharp'),
});

export const redrawInThread = async (
  { organizationId }: Pick<Context, 'organizationId'>,
  sent: Uint8Array,
): Promise<Buffer> => Buffer.from(await threads.run<Uint8Array>(organizationId, 'redraw', sent));
