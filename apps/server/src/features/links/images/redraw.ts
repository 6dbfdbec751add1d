import sharp from 'sharp';
import { Problem } from '#platform/problem.ts';
import { imageKindOf, readImageHeader } from '#platform/storage/image-header.ts';

/** Pixels on each side of a kept logo; a code is downloaded at 500 at most, and the logo is a part of it. */
const keptSide = 256;
/** Of what is sent, on each side: more is a photograph of a wall, or a few bytes that unpack to gigabytes. */
const mostSide = 4_096;
/** Decoding runs in native code, which nobody can end from outside. */
const mostSeconds = 5;

/** Those that can be drawn as one picture. */
const taken = new Set(['png', 'jpeg', 'webp']);

/** A new PNG of the pixels alone, square: whatever else the file carried (place, camera, other formats) is gone. */
export async function redraw(sent: Uint8Array): Promise<Buffer> {
  if (!taken.has(imageKindOf(sent) ?? '')) throw unusable('Choose a PNG, JPEG or WebP image.');

  const { width, height } = readImageHeader(sent) ?? unreadable();
  // Each side, not only the area: a strip of 1 x 16,777,216 took 7 s.
  if (width > mostSide || height > mostSide)
    throw unusable('This image is too large. Choose one of at most 4096 x 4096 pixels.');
  const side = Math.min(keptSide, Math.max(width, height));
  return sharp(sent, { limitInputPixels: mostSide ** 2, failOn: 'error' })
    .timeout({ seconds: mostSeconds })
    .autoOrient()
    .resize(side, side, { fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .toColourspace('srgb')
    .png({ compressionLevel: 9 })
    .toBuffer()
    .catch(unreadable);
}

function unreadable(): never {
  throw unusable("This image can't be read. Save it as PNG and try again.");
}

const unusable = (message: string) => new Problem('invalid_input', message, { fields: { body: message } });
