import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { readImageHeader } from './image-header.ts';
import { png } from './test-harness.ts';

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: { r: 200, g: 80, b: 10, alpha: 0.5 } } });

describe('the header of a picture', () => {
  test.each([
    ['png', () => picture(31, 17).png().toBuffer()],
    ['jpeg', () => picture(31, 17).jpeg().toBuffer()],
    ['jpeg', () => picture(31, 17).jpeg({ progressive: true }).withMetadata({ orientation: 6 }).toBuffer()],
    ['gif', () => picture(31, 17).gif().toBuffer()],
    ['webp', () => picture(31, 17).removeAlpha().webp().toBuffer()],
    ['webp', () => picture(31, 17).webp({ lossless: true }).toBuffer()],
    ['webp', () => picture(31, 17).webp().toBuffer()],
  ] as const)('of a %s says kind and size, as a decoder reads them', async (kind, draw) => {
    expect(readImageHeader(await draw())).toEqual({ kind, width: 31, height: 17 });
  });

  test('says the size of a bomb that was never unpacked', () => {
    expect(readImageHeader(png(1, 16_777_216))).toEqual({ kind: 'png', width: 1, height: 16_777_216 });
  });

  test.each([
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['HTML', '<!doctype html><script>alert(1)</script>'],
    ['PDF', '%PDF-1.7'],
    ['ZIP', 'PK\x03\x04'],
    ['BMP', 'BM\x46\x00\x00\x00'],
    ['TIFF', 'II*\x00'],
    ['ICO', '\x00\x00\x01\x00'],
    ['AVIF', '\x00\x00\x00\x20ftypavif'],
    ['nothing', ''],
    ['GIF of another version', 'GIF88a\x01\x00\x01\x00'],
    ['a WAV in a RIFF', 'RIFF\x00\x00\x00\x00WAVEfmt '],
    [
      'a WebP of an unknown kind',
      'RIFF\x00\x00\x00\x00WEBPVP9 \x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00',
    ],
    ['a JPEG without a frame', '\xff\xd8\xff\xd9'],
    ['a JPEG with a marker decoders jump over', '\xff\xd8\xff\x01\x00\x04\xff\xc0\x00\x11\x08\x00\x01\x00\x01\x03'],
    ['a PNG without size', '\x89PNG\r\n\x1a\n\x00\x00\x00\x0dIHDR\x00\x00\x00\x00\x00\x00\x00\x00'],
  ])('is not found in %s', (_name, text) => {
    expect(readImageHeader(Buffer.from(text, 'latin1'))).toBeNull();
  });

  test('is not found in a file that ends before it, wherever it is cut', async () => {
    const files = await Promise.all([
      picture(31, 17).png().toBuffer(),
      picture(31, 17).jpeg().toBuffer(),
      picture(31, 17).gif().toBuffer(),
      picture(31, 17).webp().toBuffer(),
    ]);
    for (const file of files)
      for (let length = 0; length < 10; length += 1) expect(readImageHeader(file.subarray(0, length))).toBeNull();
  });

  test('never throws, whatever the bytes are', () => {
    const starts = [
      '\x89PNG\r\n\x1a\n',
      '\xff\xd8\xff',
      'GIF89a',
      'RIFF\x00\x00\x00\x00WEBPVP8 ',
      'RIFF\x00\x00\x00\x00WEBPVP8L',
    ];
    fc.assert(
      fc.property(fc.constantFrom(...starts), fc.uint8Array({ maxLength: 200 }), (start, rest) => {
        const header = readImageHeader(Buffer.concat([Buffer.from(start, 'latin1'), rest]));

        expect(header === null || (header.width > 0 && header.height > 0)).toBe(true);
      }),
    );
  });
});
