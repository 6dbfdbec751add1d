import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { linksInText } from './links-in-text.ts';

describe('links in typed text', () => {
  test.each([
    ['See https://a.example/x.', ['https://a.example/x']],
    ['(https://a.example), http://b.example?!', ['https://a.example', 'http://b.example']],
    ['javascript:alert(1) ftp://a.example www.a.example', []],
    ['https://... and https://', []],
    ['« https://a.example/é »', ['https://a.example/é']],
  ])('%s', (text, links) => {
    expect(linksInText(text).map(({ link }) => link)).toEqual(links);
  });

  test('stand where they are said to stand, one behind the other, and end with no sign of a sentence', () => {
    const piece = fc.oneof(fc.webUrl(), fc.string(), fc.constantFrom('.', ')', '...', ' ', 'http://', '\n', '<', '"'));
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join('');
        let end = 0;
        for (const { link, at } of linksInText(text)) {
          expect(at).toBeGreaterThanOrEqual(end);
          expect(text.startsWith(link, at)).toBe(true);
          expect(link).toMatch(/^https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]}'’»]$/);
          end = at + link.length;
        }
      }),
      { numRuns: 500 },
    );
  });

  test('T31: 200,000 closing signs cost one pass', () => {
    expect(linksInText(`https://a.example/${')'.repeat(200_000)}`)).toEqual([{ link: 'https://a.example/', at: 0 }]);
  });
});
