import type { QrDesign, Readability } from '@waggle/contracts/qr-design';
import type { Context } from '#platform/context.ts';
import { createThreadPool } from '#platform/threads/thread-pool.ts';
import type { Format } from './formats.ts';

/** A code as a thread draws it: its text, its design and the picture in its middle. */
export type DrawnCode = { text: string; design: QrDesign; logo: Uint8Array | null };

/** Drawing a code and reading it back takes 100 ms. */
const threads = createThreadPool({
  entry: 'images',
  most: 2,
  deadlineMs: 10_000,
  heapMegabytes: 128,
  tooComplex: 'This picture takes too long to draw. Please choose a smaller or plainer one.',
  // Its native part must be loaded here first, or it would be unloaded with the last thread while it still runs.
  prepare: () => import('sharp'),
});

type Asker = Pick<Context, 'organizationId'>;

export const redrawInThread = async ({ organizationId }: Asker, sent: Uint8Array): Promise<Buffer> =>
  Buffer.from(await threads.run<Uint8Array>(organizationId, 'redraw', sent));

export const previewInThread = (
  { organizationId }: Asker,
  code: DrawnCode & { pixels: number },
): Promise<{ svg: string; readability: Readability }> => threads.run(organizationId, 'preview', code);

export const imageInThread = (
  { organizationId }: Asker,
  code: DrawnCode & { format: Format; pixels: number },
): Promise<string | Uint8Array> => threads.run(organizationId, 'image', code);
