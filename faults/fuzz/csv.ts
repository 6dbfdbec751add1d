import { readFile } from '../../apps/server/src/features/contacts/import/file/file-harness.ts';
import { Problem } from '../../apps/server/src/platform/problem.ts';
import { must, type Target } from './target.ts';

const read = async (bytes: Uint8Array, size?: number) => {
  try {
    return await readFile(bytes, size);
  } catch (error) {
    if (error instanceof Problem) return null;
    throw error;
  }
};
const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** Files as people upload them, in pieces that cut letters and rows anywhere. */
export const csvTarget: Target = {
  name: 'csv',
  seeds: [
    'email,first name\nada@example.org,Ada\n',
    'email;name\r\n"a@b.example";"x;""y"""\r\n\r\n',
    'email\tname\ra@b.example\t\rb@b.example\tz',
    'a|b|c\n1|2\n1|2|3|4\n',
    '\ufeffemail,name\njos\u00e9@b.example,Jos\u00e9\n',
  ],
  tokens: [
    ',',
    ';',
    '\t',
    '|',
    '"',
    '""',
    '\r\n',
    '\n',
    '\r',
    '\n\n',
    '","',
    '"\n"',
    '\ufeff',
    '\0',
    '\u3042',
    '\xff\xfe',
  ],
  longest: 4_096,
  async check(input) {
    const whole = await read(input);
    const pieces = await read(input, 64);
    must((whole === null) === (pieces === null), 'a file reads the same in pieces');
    if (!whole || !pieces) return;
    must(JSON.stringify(whole) === JSON.stringify(pieces), 'a file reads the same in pieces');
    must(
      whole.records.every((row) => row.some((cell) => cell !== '')),
      'a row has a value',
    );
    // Written as our own export writes them, the rows come back.
    const rows = whole.records.map((row) => row.map((cell) => cell.toWellFormed()));
    if (rows.length === 0) return;
    const file = `\ufeff${rows.map((row) => row.map(quoted).join(whole.delimiter)).join('\r\n')}\r\n`;
    const again = await read(Buffer.from(file));
    must(again !== null, 'what was read can be written and read');
    if (again.delimiter === whole.delimiter)
      must(JSON.stringify(again.records) === JSON.stringify(rows), 'rows come back as they were');
  },
};
