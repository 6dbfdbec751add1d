import { detectDelimiter } from './delimiter.ts';
import { detectEncoding } from './encoding.ts';
import { readRecords } from './csv-reader.ts';

/** The bytes as uploads and workers see them: in pieces that cut letters and rows. */
export async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** Of a smaller piece nobody could say what it is; real ones have half a megabyte. */
const leastBytes = 2_000;

export async function readFile(bytes: Uint8Array, size = 100_000) {
  const encoding = await detectEncoding(inPieces(bytes, Math.max(size, leastBytes)), undefined);
  const delimiter = detectDelimiter(new TextDecoder(encoding).decode(bytes.subarray(0, 65_536)));
  const records: string[][] = [];
  for await (const bundle of readRecords(inPieces(bytes, size), { encoding, delimiter })) records.push(...bundle);
  return { encoding, delimiter, records };
}

const japanese = new Map<string, number[]>();
const decoder = new TextDecoder('shift_jis', { fatal: true });
const learn = (bytes: number[]) => {
  try {
    const letter = decoder.decode(new Uint8Array(bytes));
    if (Array.from(letter).length === 1 && !japanese.has(letter)) japanese.set(letter, bytes);
  } catch {
    // Not a letter of this encoding.
  }
};
for (let byte = 0; byte < 256; byte += 1) learn([byte]);
for (let lead = 0x81; lead <= 0xea; lead += 1) for (let trail = 0x40; trail <= 0xfc; trail += 1) learn([lead, trail]);

export const encoders: Record<string, (text: string) => Uint8Array> = {
  'utf-8': (text) => Buffer.from(text, 'utf8'),
  'utf-16le': (text) => Buffer.from(text, 'utf16le'),
  'utf-16be': (text) => Buffer.from(text, 'utf16le').swap16(),
  'windows-1252': (text) => Buffer.from(text, 'latin1'),
  shift_jis: (text) => Buffer.from(Array.from(text).flatMap((letter) => japanese.get(letter) ?? [0x3f])),
};

export const withMark = (text: string) => `\ufeff${text}`;
