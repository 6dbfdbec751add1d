import { FrameText, QrDesign } from '@waggle/contracts/qr-design';
import { expect, test } from 'vitest';
import { draw } from './drawing.ts';
import { measure } from '../readability/readability.ts';
import { imageOf } from './formats.ts';
import { canLetter, widthOfText } from './lettering.ts';
import { decodePicture, rasterOfPdf } from './test-harness.ts';

const url = 'https://go.example/qr/12ABCDEFGH';
const framed = (frameText: string, more: object = {}) => QrDesign.parse({ frameText, ...more });

test.each(['Scan me', 'Escanéeme', 'ΣΚΑΝΑΡΕ', 'Сканируй', 'M', 'W'.repeat(30)])(
  'a code framed with %s reads in every format and by the meter',
  async (text) => {
    const design = framed(text, { foreground: '#1E3A5F', dots: 'dots' });
    const drawing = draw(url, design, null);

    expect((await measure(drawing, design, url)).scans).toBe(true);
    expect(drawing.height).toBeGreaterThan(drawing.width);
    for (const format of ['png', 'svg', 'pdf'] as const) {
      const bytes = Buffer.from(await imageOf(drawing, { format, pixels: 400 }));
      expect(await decodePicture(format === 'pdf' ? await rasterOfPdf(bytes) : bytes)).toBe(url);
      if (format !== 'png') expect(bytes.toString('latin1')).not.toContain('<text');
    }
  },
);

test('a code without a frame is drawn as before, as high as wide', () => {
  const { width, height, layers } = draw(url, QrDesign.parse({}), null);

  expect(height).toBe(width);
  expect(layers).toHaveLength(2);
});

test('every letter that the contract takes can be drawn, and none is left out', () => {
  const everything = Array.from({ length: 0x2200 }, (_, at) => String.fromCodePoint(at)).filter(
    (letter) => letter.trim() !== '' && FrameText.safeParse(letter).success,
  );

  expect(everything.filter((letter) => !canLetter(letter.normalize('NFC')))).toEqual([]);
  expect(everything.length).toBeGreaterThan(450);
});

test.each(['桜', 'مرحبا', '🍕', 'Scan \u202eme', 'two\nlines', 'x'.repeat(31), ' '])(
  '%j is refused with a sentence',
  (text) => {
    expect(FrameText.safeParse(text).error?.issues[0]?.message).toMatch(/^[A-Z]/);
  },
);

test('a letter of two parts is taken as the one it looks like', () => {
  expect(FrameText.parse('Cafe\u0301')).toBe('Café');
  expect(widthOfText('MM')).toBeCloseTo(2 * widthOfText('M'));
});
