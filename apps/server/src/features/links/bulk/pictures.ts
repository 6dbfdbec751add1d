import type { FileBody } from '@waggle/contracts/endpoint';
import type { Context } from '#platform/context.ts';
import type { Format } from '../images/formats.ts';
import { imageInThread } from '../images/in-thread.ts';
import { createUniqueNames, safeFileName } from '../images/safe-file-name.ts';
import { type ZipEntry, zipOf } from '../images/zip.ts';
import type { Links } from '../short-url.ts';
import { type ChosenCode, chosenCodes, drawn, patiently } from './chosen.ts';

type Asked = { qrCodeIds: string[]; format: Format; size: number };

export async function zipPictures(ctx: Context, links: Links, { qrCodeIds, ...asked }: Asked): Promise<FileBody> {
  const codes = await chosenCodes(ctx, links, qrCodeIds);
  return { name: 'qr_codes.zip', type: 'application/zip', content: zipOf(pictures(ctx, codes, asked), ctx.now()) };
}

async function* pictures(
  ctx: Context,
  codes: readonly ChosenCode[],
  { format, size }: Omit<Asked, 'qrCodeIds'>,
): AsyncGenerator<ZipEntry> {
  const unique = createUniqueNames();
  for (const code of codes) {
    const drawing = await drawn(ctx, code);
    const content = await patiently(() => imageInThread(ctx, { ...drawing, format, pixels: size }));
    yield { name: `${unique(safeFileName(code.name))}.${format}`, content: Buffer.from(content) };
  }
}
