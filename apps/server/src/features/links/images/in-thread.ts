import type { QrDesign, Readability } from '@waggle/contracts/qr-design';
import type { Context } from '#platform/context.ts';
import { createThreadPool } from '#platform/threads/thread-pool.ts';
import type { Format } from './formats.ts';
import type { LogoPixels } from './pdf.ts';

/** A code as a thread draws it: its text, its design and the picture in its middle. */
export type DrawnCode = { text: string; design: QrDesign; logo: Uint8Array | null };

/** Drawing a code and reading it back takes 100 ms. */
const threads = createThreadPool({
  entry: 'images',
  most: 2,
  deadlineMs: 10_000,
  heapMegabytes: 128,
  tooComplex: 'This image takes too long to draw. Choose a smaller or simpler one.',
  // Its native part must be loaded here first, or it would be unloaded with the last thread while it still runs.
  prepare: () => import('sharp'),
});

/** A code as a part of a page, in modules: what is drawn, compressed. */
export type PdfForm = { width: number; height: number; packed: Uint8Array };

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

export const formInThread = ({ organizationId }: Asker, code: DrawnCode): Promise<PdfForm> =>
  threads.run(organizationId, 'form', code);

export const logoInThread = ({ organizationId }: Asker, png: Uint8Array): Promise<LogoPixels> =>
  threads.run(organizationId, 'logo-pixels', png);
