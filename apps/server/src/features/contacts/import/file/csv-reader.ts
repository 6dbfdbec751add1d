import { setTimeout as pause } from 'node:timers/promises';
import { CsvError, Parser } from 'csv-parse';
import { Problem } from '#platform/problem.ts';
import type { Delimiter } from './delimiter.ts';
import { type Encoding, unreadable } from './encoding.ts';

/** Characters of one row; more is a quote that was never closed, or no CSV at all. */
const mostOfARecord = 1_000_000;
/** Bytes parsed in one go: about 500 rows, two or three milliseconds. */
const sliceBytes = 32_768;

export type Shape = { encoding: Encoding; delimiter: Delimiter };

/** Rows of the file in bundles, header first. Rows without any value are not rows. Ragged ones come as they are. */
export async function* readRecords(parts: AsyncIterable<Uint8Array>, shape: Shape): AsyncGenerator<string[][]> {
  let records: string[][] = [];
  const parser = new Parser({
    delimiter: shape.delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    max_record_size: mostOfARecord,
    on_record: (record: string[]) => {
      records.push(record);
      return null;
    },
  });
  // The callbacks below carry the error; unheard as an event it would end the process.
  parser.on('error', () => {});
  const decoder = new TextDecoder(shape.encoding);
  let lines = 0;
  let lineBytes = 0;

  for await (const part of parts) {
    for (let at = 0; at < part.length; at += sliceBytes) {
      const text = decoder.decode(part.subarray(at, at + sliceBytes), { stream: true });
      await inTurn(() => write(parser, text));
      lineBytes = parser.info.lines === lines ? lineBytes + sliceBytes : 0;
      lines = parser.info.lines;
      // The parser's own bound does not count empty cells: a line of commas would fill the memory.
      if (lineBytes > 2 * mostOfARecord) throw tooLong();
      if (records.length === 0) continue;
      yield records;
      records = [];
    }
  }
  await write(parser, decoder.decode());
  await settled((done) => parser.end(done));
  if (records.length > 0) yield records;
}

let lastTurn: Promise<unknown> = Promise.resolve();
/**
 * One slice at a time of all files together, and then as long for everybody else. The parser answers at once: with a slice of each
 * of twelve files in every turn of the event loop, other people's requests took half a second.
 */
function inTurn(slice: () => Promise<void> | undefined): Promise<void> {
  const turn = lastTurn.then(async () => {
    const started = performance.now();
    await slice();
    await pause(performance.now() - started);
  });
  lastTurn = turn.catch(() => {});
  return turn;
}

const write = (parser: Parser, text: string) =>
  text === '' ? undefined : settled((done) => parser.write(text, 'utf8', done));

async function settled(step: (done: (error?: Error | null) => void) => void): Promise<void> {
  try {
    await new Promise<void>((resolve, reject) => step((error) => (error ? reject(error) : resolve())));
  } catch (error) {
    throw error instanceof CsvError ? inWords(error) : error;
  }
}

const inWords = ({ code }: CsvError): Problem =>
  code === 'CSV_QUOTE_NOT_CLOSED' || code === 'CSV_MAX_RECORD_SIZE' ? tooLong() : unreadable();

const tooLong = () =>
  new Problem('invalid_input', "Failed to read the CSV file. A quote isn't closed, or a row is longer than 1 MB.");
