import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { detectEncoding } from './encoding.ts';
import { encoders, inPieces, readFile, withMark } from './file-harness.ts';

const latin = 'email,first name\njosé@bee.example,José Núñez\nana@bee.example,Zoë Müller\n';
const kana = 'email,名前\nhanako@bee.example,はなこ\ntaro@bee.example,山田タロウ\n';
const plain = 'email,first name\nana@bee.example,Ana\n';
const encode = (encoding: string, text: string) => (encoders[encoding] as (text: string) => Uint8Array)(text);

describe('B01 the encoding of a file', () => {
  test.each([
    ['UTF-8', 'utf-8', encode('utf-8', latin), 'José Núñez'],
    ['UTF-8 with a mark', 'utf-8', encode('utf-8', withMark(latin)), 'José Núñez'],
    ['UTF-8 with Japanese', 'utf-8', encode('utf-8', kana), 'はなこ'],
    ['UTF-16 little-endian with a mark', 'utf-16le', encode('utf-16le', withMark(latin)), 'José Núñez'],
    ['UTF-16 big-endian with a mark', 'utf-16be', encode('utf-16be', withMark(latin)), 'José Núñez'],
    ['UTF-16 little-endian without a mark', 'utf-16le', encode('utf-16le', latin), 'José Núñez'],
    ['UTF-16 big-endian without a mark', 'utf-16be', encode('utf-16be', latin), 'José Núñez'],
    ['Latin-1', 'windows-1252', encode('windows-1252', latin), 'José Núñez'],
    [
      'Windows-1252 with its own signs',
      'windows-1252',
      Buffer.concat([Buffer.from('email,name\na@b.example,'), Buffer.from([0x93, 0x80, 0x94])]),
      '“€”',
    ],
    ['Shift-JIS', 'shift_jis', encode('shift_jis', kana), 'はなこ'],
    [
      'broken UTF-8',
      'windows-1252',
      Buffer.concat([Buffer.from('email,name\na@b.example,x'), Buffer.from([0xc3, 0x28])]),
      'xÃ(',
    ],
    ['ASCII', 'utf-8', encode('utf-8', plain), 'Ana'],
  ])('%s', async (_, encoding, bytes, name) => {
    for (const size of [64, 100_000]) {
      const read = await readFile(bytes, size);
      expect(read.encoding).toBe(encoding);
      expect(read.records[1]?.[1]).toBe(name);
    }
  });

  test.each([
    ['NUL bytes', Buffer.from('email\na@b.example\0\n')],
    ['a gzip file named .csv', gzipSync(plain)],
    ['a workbook named .csv', Buffer.from([0x50, 0x4b, 3, 4, 20, 0, 6, 0])],
    ['a picture named .csv', Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13])],
  ])('%s is refused', async (_, bytes) => {
    await expect(detectEncoding(inPieces(bytes, 100), undefined)).rejects.toThrow(
      'Failed to read the CSV file. Please try again.',
    );
  });

  test('is found again in 200 written files, however they are cut', async () => {
    const letters: Record<string, string> = {
      'utf-8': 'aéñ漢字🐝ü',
      'utf-16le': 'aéñxyzö',
      'utf-16be': 'aéñxyzö',
      'windows-1252': 'éñüàçöâ',
      shift_jis: 'はなこたろう山田ナ',
    };
    const name = (encoding: string) =>
      fc.string({ unit: fc.constantFrom(...Array.from(letters[encoding] ?? '')), minLength: 2, maxLength: 12 });
    const file = fc.constantFrom(...Object.keys(letters)).chain((encoding) =>
      fc.record({
        encoding: fc.constant(encoding),
        names: fc.array(name(encoding), { minLength: 1, maxLength: 20 }),
      }),
    );
    await fc.assert(
      fc.asyncProperty(file, fc.integer({ min: 64, max: 500 }), async ({ encoding, names }, size) => {
        const text = `email,name\n${names.map((value, at) => `p${at}@bee.example,${value}`).join('\n')}\n`;

        const read = await readFile(encode(encoding, text), size);

        expect(read.records.slice(1).map(([, value]) => value)).toEqual(names);
      }),
      { numRuns: 200 },
    );
  });
});
