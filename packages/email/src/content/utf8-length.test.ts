import fc from 'fast-check';
import { expect, test } from 'vitest';
import { utf8Length } from './utf8-length.ts';

test('the bytes of a text are those its percent-encoding has', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const encoded = encodeURIComponent(text.toWellFormed());

      expect(utf8Length(text)).toBe(encoded.replaceAll(/%[0-9A-F]{2}/g, '.').length);
    }),
  );
});

test.each([
  ['\ud800', 3],
  ['\udc00\ud800', 6],
  ['a\ud83dé', 6],
  ['🐝', 4],
])('%j has %i bytes', (text, bytes) => {
  expect(utf8Length(text)).toBe(bytes);
});
