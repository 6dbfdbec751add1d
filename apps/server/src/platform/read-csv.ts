import { isUtf8 } from 'node:buffer';
import { CsvError, parse } from 'csv-parse/sync';

/** `row` is counted as a spreadsheet does: the header is row 1. */
export type CsvRow = { cells: string[]; row: number };

/** Rows of a small file that have something in them. Undefined for what is no CSV. */
export function readCsv(bytes: Uint8Array): CsvRow[] | undefined {
  const text = textOf(bytes);
  if (text === undefined) return undefined;
  const firstLine = text.slice(0, text.search(/[\r\n]|$/));
  const delimiter = [';', '\t'].find((sign) => firstLine.includes(sign)) ?? ',';
  try {
    const cells = parse(text, {
      delimiter,
      bom: true,
      relax_quotes: true,
      relax_column_count: true,
      max_record_size: 100_000,
    });
    return cells
      .map((row, at) => ({ cells: row, row: at + 1 }))
      .filter(({ cells: row }) => row.some((cell) => cell.trim() !== ''));
  } catch (error) {
    if (error instanceof CsvError) return undefined;
    throw error;
  }
}

/** Excel writes UTF-16 or the code page of Windows where it does not write UTF-8. */
function textOf(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  if (bytes.includes(0)) return undefined;
  return new TextDecoder(isUtf8(bytes) ? 'utf-8' : 'windows-1252').decode(bytes);
}
