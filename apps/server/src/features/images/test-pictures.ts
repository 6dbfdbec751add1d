import sharp from 'sharp';

const canvas = (width: number, height: number, channels: 3 | 4 = 3) =>
  sharp({ create: { width, height, channels, background: { r: 190, g: 90, b: 30, alpha: 0.5 } } });

export const jpegOf = (width: number, height: number) => canvas(width, height).jpeg().toBuffer();
export const pngOf = (width: number, height: number) => canvas(width, height).png().toBuffer();
export const webpOf = (width: number, height: number, channels: 3 | 4 = 3) =>
  canvas(width, height, channels).webp().toBuffer();

/** A GIF of one-colored frames, `times` of them. */
export function gifOf(width: number, height: number, times: number): Buffer {
  const head = Buffer.from('GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1');
  head.writeUInt16LE(width, 6);
  head.writeUInt16LE(height, 8);
  const frame = Buffer.from('\x2c\0\0\0\0\0\0\0\0\0\x02\x02\x44\x01\0', 'latin1');
  frame.writeUInt16LE(width, 5);
  frame.writeUInt16LE(height, 7);
  return Buffer.concat([head, ...Array.from({ length: times }, () => frame), Buffer.from(';')]);
}

/** Frames that a decoder can draw, each of another color. */
export async function movingGif(width: number, height: number, frames: number): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height * frames * 3);
  for (let frame = 0; frame < frames; frame += 1)
    pixels.fill(frame * 20, frame * width * height * 3, (frame + 1) * width * height * 3);
  return sharp(pixels, { raw: { width, height: height * frames, channels: 3, pageHeight: height } })
    .gif()
    .toBuffer();
}
