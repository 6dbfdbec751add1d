import { importLimits } from '@waggle/contracts/imports';
import type { Context } from '#platform/context.ts';
import * as queries from '../queries.ts';

/** Bytes that are in memory at a time: bytes arrive as hexadecimal text, three times as large, and a worker has other work. */
const sliceBytes = 512 * 1024;

/** The uploaded file from its beginning. */
export async function* storedParts(
  ctx: Context,
  { id, bytes }: Pick<queries.ImportRow, 'id' | 'bytes'>,
): AsyncGenerator<Uint8Array> {
  for (let read = 0; read < Number(bytes);) {
    const part = Math.floor(read / importLimits.partBytes);
    const slice = { at: read % importLimits.partBytes, bytes: sliceBytes };
    const piece = await queries.findSlice(ctx, id, part, slice);
    if (!piece || piece.content.length === 0) throw new Error(`Part ${part} of the import is missing.`);
    read += piece.content.length;
    yield piece.content;
  }
}
