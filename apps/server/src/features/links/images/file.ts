import type { FileBody } from '@waggle/contracts/endpoint';
import type { Context } from '#platform/context.ts';
import type { Format } from './formats.ts';
import { type DrawnCode, imageInThread } from './in-thread.ts';
import { safeFileName } from './safe-file-name.ts';

const types: Record<Format, FileBody['type']> = { png: 'image/png', svg: 'image/svg+xml', pdf: 'application/pdf' };

type Code = DrawnCode & { name: string };

export async function imageFile(
  ctx: Context,
  { name, ...code }: Code,
  { format, size }: { format: Format; size: number },
): Promise<FileBody> {
  const content = await imageInThread(ctx, { ...code, format, pixels: size });
  return { name: `${safeFileName(name)}_qr_code.${format}`, type: types[format], content: one(content) };
}

async function* one(content: string | Uint8Array): AsyncGenerator<string | Uint8Array> {
  yield content;
}
