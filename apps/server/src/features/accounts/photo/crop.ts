import sharp from 'sharp';
import { Problem } from '#platform/problem.ts';
import { imageKindOf, readImageHeader } from '#platform/storage/image-header.ts';

/** Pixels on each side of what is kept: the largest place that shows one, twice for sharp screens. */
const keptSide = 256;
/** Of what is sent, on each side, and all together: a few bytes can unpack to gigabytes. */
const mostSide = 8_192;
const mostPixels = 40_000_000;
/** Decoding runs in native code, which nobody can end from outside. */
const mostSeconds = 5;

const taken = new Set(['png', 'jpeg', 'webp']);

/** The middle of the picture as a new square: whatever else the file carried (place, camera, other formats) is gone. */
export async function crop(sent: Uint8Array): Promise<Buffer> {
  if (!taken.has(imageKindOf(sent) ?? '')) throw unusable('Choose a PNG, JPEG or WebP image.');
  const { width, height } = readImageHeader(sent) ?? unreadable();
  if (width > mostSide || height > mostSide || width * height > mostPixels)
    throw unusable(`This image has too many pixels. Choose one of at most ${mostSide} x ${mostSide}.`);
  const side = Math.min(keptSide, width, height);
  return sharp(sent, { limitInputPixels: mostPixels, failOn: 'error' })
    .timeout({ seconds: mostSeconds })
    .autoOrient()
    .resize(side, side, { fit: 'cover', position: 'centre' })
    .toColourspace('srgb')
    .webp({ quality: 85 })
    .toBuffer()
    .catch(unreadable);
}

function unreadable(): never {
  throw unusable("This image can't be read. Save it as PNG and try again.");
}

const unusable = (message: string) => new Problem('invalid_input', message, { fields: { body: message } });
