import sharp from 'sharp';
import type { Drawing } from './drawing.ts';
import { toSvg } from './svg.ts';

// One picture takes one core at most, and none is remembered: they are small, and people draw different ones.
sharp.concurrency(1);
sharp.cache(false);

/** Exactly so many pixels wide; as high, or higher by its frame. */
export const toPng = (drawing: Drawing, pixels: number): Promise<Buffer> =>
  raster(drawing, pixels).png({ compressionLevel: 9 }).toBuffer();

export const raster = (drawing: Drawing, pixels: number) => sharp(Buffer.from(toSvg(drawing, pixels)));
