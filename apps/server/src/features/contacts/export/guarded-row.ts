import type { WriteRow } from '#platform/database/copy-out.ts';
import type { Bytes } from '#platform/database/copy-stream.ts';
import { guardCell } from './formula-guard.ts';

const quote = 0x22;
const apostrophe = 0x27;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const plus = 0x2b;
const phoneBytes = new Set(Buffer.from('0123456789 ()-'));

/** What the first byte of a cell tells; all others are harmless. */
const formula = 1;
const unclear = 2;

/** Bytes that begin the spaces and the full-width signs of a formula are unclear; so is an apostrophe. */
const kinds = new Uint8Array(256);
for (const sign of '=+-@') kinds[sign.charCodeAt(0)] = formula;
for (const byte of Buffer.from("' \t\v\f\r\n")) kinds[byte] = unclear;
for (const byte of [0xc2, 0xe1, 0xe2, 0xe3, 0xef]) kinds[byte] = unclear;

/** The column whose cells are written anew, each from its bytes read as latin1. Harmless, and without the quotes around. */
export type Rewritten = { column: number; cellOf: (bytes: string) => Buffer };

/**
 * Copies a row of CSV whose cells are in quotes or empty, each guarded as guardCell does it. A look at the first byte settles most
 * cells; a pattern for each cell of a million contacts takes longer than everything else, here as in the database.
 */
export function guardedRows({ column, cellOf }: Rewritten = { column: -1, cellOf: () => Buffer.alloc(0) }): WriteRow {
  return (row, out) => {
    const { buffer: source, end } = row;
    let from = row.at;
    for (let cell = 0; from < end; cell += 1) {
      // Nothing at all is a cell without quotes, and stays one.
      if (source[from] === quote) {
        const start = from + 1;
        if (cell === column) {
          from = source.indexOf(quote, start) + 1;
          writeCell(cellOf(source.toString('latin1', start, from - 1)), out, 2 * (end - from) + 16);
        } else from = writeGuarded(source, start, end, out);
      }
      // The comma, or the end of the row.
      out.buffer[out.at++] = source[from++] as number;
    }
  };
}

/** `others` is the room the rest of the row has been promised. */
function writeCell(text: Buffer, out: Bytes, others: number): void {
  const needed = out.at + text.length + 2 + others;
  if (needed > out.end) {
    const larger = Buffer.allocUnsafe(2 * needed);
    out.buffer.copy(larger, 0, 0, out.at);
    out.buffer = larger;
    out.end = larger.length;
  }
  const target = out.buffer;
  target[out.at++] = quote;
  target.set(text, out.at);
  out.at += text.length;
  target[out.at++] = quote;
}

/** From behind the first quote of a cell; answers the place behind its last. */
function writeGuarded(source: Buffer, start: number, end: number, out: Bytes): number {
  const target = out.buffer;
  let from = start;
  let at = out.at;
  target[at++] = quote;
  const kind = kinds[source[start] as number];
  const begun = at;
  if (kind === formula && !isPhone(source, start)) target[at++] = apostrophe;
  let lines = false;
  while (from < end) {
    const byte = source[from++] as number;
    if (byte === quote) {
      if (source[from] !== quote) break;
      target[at++] = quote;
      from += 1;
    } else if (byte === lineFeed || byte === carriageReturn) lines = true;
    target[at++] = byte;
  }
  if (lines || kind === unclear) at = begun + target.write(guarded(source, start, from - 1), begun);
  target[at++] = quote;
  out.at = at;
  return from;
}

/** A whole cell, up to its last quote, as the pattern of guardCell has it. */
function isPhone(source: Buffer, start: number): boolean {
  if (source[start] !== plus) return false;
  let at = start + 1;
  while (phoneBytes.has(source[at] as number)) at += 1;
  return at > start + 1 && source[at] === quote && source[at + 1] !== quote;
}

const guarded = (source: Buffer, start: number, end: number): string =>
  guardCell(source.toString('utf8', start, end).replaceAll('""', '"')).replaceAll('"', '""');
