import { mostImagePixels, mostImageSide, mostMovingPixels } from '@waggle/contracts/images';
import { Problem } from '#platform/problem.ts';
import { type ImageHeader, readImageHeader } from '#platform/storage/image-header.ts';
import { countGifFrames, countJpegScans, isMovingWebp } from './frames.ts';

/** Passes over the pixels of a progressive JPEG. Programs write about ten; each costs as much as a whole picture. */
const mostScans = 64;

export type Measured = ImageHeader & { frames: number };

/** Whether a picture may be unpacked, by its first bytes and the lengths of its blocks: a few bytes can unpack to gigabytes. */
export function measureImage(content: Buffer): Measured {
  const header = readImageHeader(content);
  if (!header) throw unusable(nameOfOther(content));
  const { width, height } = header;
  if (Math.max(width, height) > mostImageSide || width * height > mostImagePixels)
    throw unusable('This image has too many pixels. Choose one of at most 8,192 on each side and 40 megapixels.');
  const frames = framesOf[header.kind](content);
  if (frames > 1 && frames * width * height > mostMovingPixels)
    throw unusable('This animation is too large. Make it smaller or use fewer frames.');
  return { ...header, frames };
}

const framesOf: Record<ImageHeader['kind'], (content: Buffer) => number> = {
  png: () => 1,
  jpeg(content) {
    if (countJpegScans(content, mostScans + 1) > mostScans) throw unreadable();
    return 1;
  },
  gif(content) {
    const frames = countGifFrames(content);
    if (frames === 0) throw unreadable();
    return frames;
  },
  webp(content) {
    if (isMovingWebp(content))
      throw unusable("Most inboxes don't show animated WebP images. Save it as GIF and try again.");
    return 1;
  },
};

/** Kinds people choose by mistake, by their first bytes. */
const others: readonly [string, RegExp][] = [
  ["TIFF isn't supported. Save it as PNG or JPEG.", /^(?:II\*\0|MM\0\*)/],
  ["HEIC isn't supported. Save it as JPEG.", /^.{4}ftyp(?:hei|hev|mif1|msf1)/s],
  ["AVIF isn't supported. Save it as PNG or JPEG.", /^.{4}ftypavi/s],
  ["SVG isn't supported, because inboxes don't show it. Save it as PNG.", /^\s{0,50}<(?:\?xml|svg|!DOCTYPE svg)/i],
  ["BMP isn't supported. Save it as PNG or JPEG.", /^BM/],
  ['This is a PDF. Save it as PNG or JPEG.', /^%PDF/],
];

function nameOfOther(content: Buffer): string {
  const start = content.toString('latin1', 0, 64);
  return others.find(([, pattern]) => pattern.test(start))?.[0] ?? 'Choose an image in PNG, JPEG, GIF or WebP format.';
}

export const unreadable = () => unusable("This image can't be read. Save it as PNG and try again.");
export const unusable = (message: string) => new Problem('invalid_input', message, { fields: { body: message } });
