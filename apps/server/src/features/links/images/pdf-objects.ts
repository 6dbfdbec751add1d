import { deflateSync } from 'node:zlib';

const text = (words: string): Buffer => Buffer.from(words, 'latin1');

/** A dictionary, as an object of its own. */
export const dictionary = (words: string): Buffer => text(`<< ${words} >>`);

/** Bytes with their dictionary, compressed. */
export const stream = (words: string, bytes: Uint8Array): Buffer => packedStream(words, deflateSync(bytes));

export function packedStream(words: string, packed: Uint8Array): Buffer {
  const head = `<< ${words} /Filter /FlateDecode /Length ${packed.length} >>\nstream\n`;
  return Buffer.concat([text(head), packed, text('\nendstream')]);
}

/** Numbered objects as they come, then the table of where each begins: readers start at the end. The first one is the root. */
export function createPdfFile() {
  const starts = new Map<number, number>();
  let length = 0;
  let numbers = 0;
  const put = (bytes: Buffer): Buffer => {
    length += bytes.length;
    return bytes;
  };
  return {
    head: () => put(text('%PDF-1.4\n%\xe2\xe3\xcf\xd3\n')),
    /** A number to refer to, before the object is written. */
    number: (): number => (numbers += 1),
    object(number: number, body: Buffer): Buffer {
      starts.set(number, length);
      return put(Buffer.concat([text(`${number} 0 obj\n`), body, text('\nendobj\n')]));
    },
    tail(): Buffer {
      const rows = Array.from({ length: numbers }, (_, at) => starts.get(at + 1) ?? 0);
      const table = rows.map((start) => `${String(start).padStart(10, '0')} 00000 n \n`).join('');
      return text(
        `xref\n0 ${numbers + 1}\n0000000000 65535 f \n${table}` +
          `trailer\n<< /Size ${numbers + 1} /Root 1 0 R >>\nstartxref\n${length}\n%%EOF\n`,
      );
    },
  };
}
