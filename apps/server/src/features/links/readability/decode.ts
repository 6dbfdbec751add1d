import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

/** Grey, one byte a pixel. */
export type Raster = { pixels: Buffer; width: number };

let ready: Promise<unknown> | undefined;

/** The package would fetch its program from the internet; ours comes from the disk, once. */
async function load(): Promise<unknown> {
  const wasm = await readFile(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'));
  const wasmBinary = wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength);
  return prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true });
}

/** Null where nothing is found. Light on dark is not looked for, because not every reader does. */
export async function decode({ pixels, width }: Raster): Promise<string | null> {
  await (ready ??= load());
  const data = new Uint8ClampedArray(pixels.length * 4);
  for (let at = 0; at < pixels.length; at += 1)
    data.fill(pixels[at]!, at * 4, at * 4 + 3).fill(255, at * 4 + 3, at * 4 + 4);
  const image = { data, width, height: pixels.length / width, colorSpace: 'srgb' as const };
  const found = await readBarcodes(image as Parameters<typeof readBarcodes>[0], {
    formats: ['QRCode'],
    tryRotate: false,
    tryInvert: false,
    tryDownscale: false,
    maxNumberOfSymbols: 1,
  });
  return found[0]?.text ?? null;
}
