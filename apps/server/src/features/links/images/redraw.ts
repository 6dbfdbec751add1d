import sharp from 'sharp';
import { Problem } from '#platform/problem.ts';

/** Pixels on each side of a kept logo; a code is downloaded at 500 at most, and the logo is a part of it. */
const keptSide = 256;
/** Of what is sent, on each side: more is a photograph of a wall, or a few bytes that unpack to gigabytes. */
const mostSide = 4_096;
/** Decoding runs in native code, which nobody can end from outside. */
const mostSeconds = 5;

/** By the first bytes; names and declared types can say anything. SVG is a program and is not taken. */
const signatures: readonly { at: number; bytes: string }[][] = [
  [{ at: 0, bytes: '\x89PNG\r\n\x1a\n' }],
  [{ at: 0, bytes: '\xff\xd8\xff' }],
  [
    { at: 0, bytes: 'RIFF' },
    { at: 8, bytes: 'WEBP' },
  ],
];

/** A new PNG of the pixels alone, square: whatever else the file carried (place, camera, other formats) is gone. */
export async function redraw(sent: Uint8Array): Promise<Buffer> {
  const start = Buffer.from(sent.subarray(0, 16)).toString('latin1');
  const isKnown = signatures.some((parts) => parts.every(({ at, bytes }) => start.startsWith(bytes, at)));
  if (!isKnown) throw unusable('Please choose a picture in PNG, JPEG or WebP format.');

  const { width, height } = await sizeOf(sent);
  // Each side, not only the area: a strip of 1 x 16,777,216 took 7 s.
  if (width > mostSide || height > mostSide)
    throw unusable('This picture is too large. Please choose one of at most 4096 x 4096 pixels.');
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

const sizeOf = (sent: Uint8Array): Promise<{ width: number; height: number }> =>
  sharp(sent, { limitInputPixels: false }).metadata().catch(unreadable);

function unreadable(): never {
  throw unusable('This picture cannot be read. Please save it again as PNG and try once more.');
}

const unusable = (message: string) => new Problem('invalid_input', message, { fields: { body: message } });
