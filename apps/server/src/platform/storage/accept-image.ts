import { createHash } from 'node:crypto';
import { Problem } from '../problem.ts';
import { type ImageKind, readImageHeader } from './image-header.ts';

export const contentTypes = {
  png: 'image/png',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
} as const satisfies Record<ImageKind, string>;
export type ContentType = (typeof contentTypes)[ImageKind];

/** What no file exceeds, whatever its owner allows; the table refuses it as well. */
export const mostFileBytes = 10 * 1_024 * 1_024;
const mostFileSide = 8_192;
/** Of pixels in all: 160 MB where somebody draws them. */
const mostPixels = 40_000_000;

export type ImageLimits = {
  /** Bytes of a file, at most those above. */
  mostBytes: number;
  /** Pixels of each side. Not the area alone: a strip of 1 x 16,777,216 takes seconds to draw. */
  mostSide?: number;
};

export type Image = { contentType: ContentType; width: number; height: number; bytes: number; sha256: Buffer };

/** What may be stored: a picture of a known kind and bearable size, judged by its first bytes and never decoded here. */
export function acceptImage(content: Buffer, { mostBytes, mostSide = mostFileSide }: ImageLimits): Image {
  const allowed = Math.min(mostBytes, mostFileBytes);
  if (content.length > allowed) throw unusable(`This image is larger than ${Math.floor(allowed / 1_024)} KB.`);
  const header = readImageHeader(content);
  if (!header) throw unusable('Choose an image in PNG, JPEG, GIF or WebP format.');
  const { kind, width, height } = header;
  const side = Math.min(mostSide, mostFileSide);
  if (width > side || height > side || width * height > mostPixels)
    throw unusable(`This image has too many pixels. Choose one of at most ${side} x ${side}.`);
  const sha256 = createHash('sha256').update(content).digest();
  return { contentType: contentTypes[kind], width, height, bytes: content.length, sha256 };
}

const unusable = (message: string) => new Problem('invalid_input', message, { fields: { body: message } });
