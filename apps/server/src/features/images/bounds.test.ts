import { describe, expect, test } from 'vitest';
import { startWatch } from '../../../test/harness/watch.ts';
import { png } from '#platform/storage/test-harness.ts';
import { measureImage } from './bounds.ts';
import { countGifFrames, countJpegScans } from './frames.ts';
import { gifOf, jpegOf, movingGif, webpOf } from './test-pictures.ts';

/** The first bytes of an extended WebP. */
function webp(width: number, height: number, flags = 0): Buffer {
  const header = Buffer.from('RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0\0\0\0\0\0\0', 'latin1');
  header[20] = flags;
  header.writeUIntLE(width - 1, 24, 3);
  header.writeUIntLE(height - 1, 27, 3);
  return header;
}

async function jpegWithScans(scans: number): Promise<Buffer> {
  const plain = await jpegOf(64, 64);
  const at = plain.indexOf(Buffer.from([0xff, 0xda]));
  return Buffer.concat([plain.subarray(0, at), ...Array.from({ length: scans }, () => plain.subarray(at, -2))]);
}

describe('an image bomb is refused without being unpacked', () => {
  test.each<[string, () => Buffer | Promise<Buffer>]>([
    ['a PNG of 60,000 by 60,000', () => png(60_000, 60_000)],
    ['a strip of 1 by 16,777,216', () => png(1, 16_777_216)],
    ['a PNG of 49 megapixels', () => png(7_000, 7_000)],
    ['a GIF of 65,535 by 65,535', () => gifOf(65_535, 65_535, 1)],
    ['a GIF of 100,000 frames', () => gifOf(500, 500, 100_000)],
    [
      'a GIF whose frame is larger than it',
      () => Buffer.concat([gifOf(1, 1, 0).subarray(0, -1), gifOf(9_000, 9_000, 1).subarray(19)]),
    ],
    ['a GIF that never ends', () => gifOf(500, 500, 3).subarray(0, -4)],
    ['a JPEG of 5,000 passes', () => jpegWithScans(5_000)],
    ['a WebP of 16,384 by 16,384', () => webp(16_384, 16_384)],
  ])('%s', async (_name, make) => {
    const content = await make();
    const watch = startWatch();

    expect(() => measureImage(content)).toThrow(/too many pixels|too large|can't be read/);

    expect(watch()).toBeLessThan(1_000);
  });
});

test('what a person chose by mistake is named', () => {
  const refusal = (start: string): string => {
    try {
      return `taken as ${measureImage(Buffer.from(start.padEnd(200, ' '), 'latin1')).kind}`;
    } catch (error) {
      return (error as Error).message;
    }
  };

  expect([
    refusal('II*\0'),
    refusal('\0\0\0\x18ftypheic'),
    refusal('<svg xmlns="http://www.w3.org/2000/svg">'),
    refusal('%PDF-1.7'),
    refusal('<!doctype html>'),
  ]).toEqual([
    "TIFF isn't supported. Save it as PNG or JPEG.",
    "HEIC isn't supported. Save it as JPEG.",
    "SVG isn't supported, because inboxes don't show it. Save it as PNG.",
    'This is a PDF. Save it as PNG or JPEG.',
    'Choose an image in PNG, JPEG, GIF or WebP format.',
  ]);
  expect(() => measureImage(webp(20, 20, 2))).toThrow('animated WebP');
});

test('frames and passes of pictures people have are counted', async () => {
  expect(countGifFrames(await movingGif(40, 30, 7))).toBe(7);
  expect(countGifFrames(gifOf(10, 10, 3))).toBe(3);
  expect(countJpegScans(await jpegOf(64, 64), 99)).toBe(1);
  expect(measureImage(await webpOf(30, 20))).toMatchObject({ kind: 'webp', width: 30, height: 20, frames: 1 });
});
