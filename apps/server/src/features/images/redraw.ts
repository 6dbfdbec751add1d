import { keptImageWidth, mostImagePixels } from '@waggle/contracts/images';
import sharp, { type Sharp } from 'sharp';
import { measureImage, unreadable } from './bounds.ts';

// One picture takes one core at most, and none is remembered: people upload different ones.
sharp.concurrency(1);
sharp.cache(false);

/** Decoding runs in native code, which nobody can end from outside. */
const mostSeconds = 8;

/**
 * A new file of the pixels alone, at most 1,200 wide: place, camera and whatever else the file carried is gone. JPEG and GIF
 * stay what they are; WebP, which Outlook does not show, becomes PNG where it is transparent and JPEG where it is not.
 */
export async function redraw(sent: Uint8Array): Promise<Buffer> {
  const content = Buffer.from(sent.buffer, sent.byteOffset, sent.byteLength);
  const { kind, width, frames } = measureImage(content);
  const isMoving = frames > 1;
  const source = sharp(content, { limitInputPixels: mostImagePixels, failOn: 'error', animated: isMoving });
  try {
    const { hasAlpha, orientation = 1 } = await source.metadata();
    // From 5 on the picture lies on its side.
    const drawn = orientation === 1 || isMoving ? source : source.autoOrient();
    const across = orientation >= 5 ? Number.MAX_SAFE_INTEGER : width;
    const sized = across > keptImageWidth ? drawn.resize({ width: keptImageWidth, withoutEnlargement: true }) : drawn;
    return await encode(sized.timeout({ seconds: mostSeconds }).toColourspace('srgb'), kind, hasAlpha).toBuffer();
  } catch {
    throw unreadable();
  }
}

function encode(drawn: Sharp, kind: string, hasAlpha: boolean): Sharp {
  if (kind === 'gif') return drawn.gif({ effort: 3 });
  if (kind === 'png' || hasAlpha) return drawn.png({ compressionLevel: 9 });
  return drawn.jpeg({ quality: 84, mozjpeg: true });
}
