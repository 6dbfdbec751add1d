import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import jsQr from 'jsqr';
import sharp from 'sharp';

/** Read by another decoder than the meter's, from PNG or SVG bytes. */
export async function decodePicture(bytes: Uint8Array): Promise<string | null> {
  const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const read = jsQr as unknown as typeof jsQr.default;
  return read(new Uint8ClampedArray(data), info.width, info.height, { inversionAttempts: 'dontInvert' })?.data ?? null;
}

/** A page as PNG, drawn by somebody else's program at the size it was asked for in pixels. */
export async function rasterOfPdf(pdf: Buffer): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'waggle-pdf-'));
  try {
    await writeFile(join(folder, 'code.pdf'), pdf);
    await promisify(execFile)('pdftoppm', [
      '-r',
      '96',
      '-png',
      '-singlefile',
      join(folder, 'code.pdf'),
      join(folder, 'code'),
    ]);
    return await readFile(join(folder, 'code.png'));
  } finally {
    await rm(folder, { recursive: true });
  }
}
