import { isUtf8 } from 'node:buffer';
import type { encodings } from '@waggle/contracts/imports';
import { Problem } from '#platform/problem.ts';

export type Encoding = (typeof encodings)[number];

export const unreadable = () => new Problem('invalid_input', 'Failed to read the CSV file. Please try again.');

/** First bytes of gzip, zip and with it xlsx, old Excel, 7z, PDF, PNG and text in 32 bits. */
const foreign = [
  [0x1f, 0x8b],
  [0x50, 0x4b, 0x03, 0x04],
  [0x50, 0x4b, 0x05, 0x06],
  [0xd0, 0xcf, 0x11, 0xe0],
  [0x37, 0x7a, 0xbc, 0xaf],
  [0x25, 0x50, 0x44, 0x46],
  [0x89, 0x50, 0x4e, 0x47],
  [0xff, 0xfe, 0x00, 0x00],
  [0x00, 0x00, 0xfe, 0xff],
];
const starts = (head: Uint8Array, bytes: number[]) => bytes.every((byte, at) => head[at] === byte);
const headBytes = 65_536;

/** Judged by the bytes alone: neither the name nor what the browser said of the file counts. */
export async function detectEncoding(
  parts: AsyncIterable<Uint8Array>,
  chosen: Encoding | undefined,
): Promise<Encoding> {
  let known: Encoding | undefined;
  let tail: Uint8Array | undefined;
  for await (const part of parts) {
    if (tail === undefined) known = judgeHead(part, chosen);
    if (known?.startsWith('utf-16')) return known;
    if (part.includes(0)) throw unreadable();

    const joined = joinedWith(tail, part);
    const whole = wholeLetters(joined);
    known ??= ofOneByte(joined, whole);
    tail = joined.subarray(whole);
  }
  // A file that ends in the middle of a letter is not UTF-8 either.
  return known ?? (tail?.length ? 'windows-1252' : 'utf-8');
}

const joinedWith = (tail: Uint8Array | undefined, part: Uint8Array): Uint8Array =>
  tail?.length ? Buffer.concat([tail, part]) : part;

/** Nothing while it may still be UTF-8. */
function ofOneByte(bytes: Uint8Array, whole: number): Encoding | undefined {
  if (isUtf8(bytes.subarray(0, whole))) return undefined;
  return looksJapanese(sampleOf(bytes)) ? 'shift_jis' : 'windows-1252';
}

function judgeHead(part: Uint8Array, chosen: Encoding | undefined): Encoding | undefined {
  if (foreign.some((bytes) => starts(part, bytes))) throw unreadable();
  if (starts(part, [0xef, 0xbb, 0xbf])) return chosen ?? 'utf-8';
  if (starts(part, [0xff, 0xfe])) return chosen ?? 'utf-16le';
  if (starts(part, [0xfe, 0xff])) return chosen ?? 'utf-16be';
  if (chosen !== undefined) return chosen;
  return wideByNuls(part.subarray(0, headBytes));
}

/** Latin letters in 16 bits have a NUL in every second byte: behind the letter, or in front of it. */
function wideByNuls(head: Uint8Array): Encoding | undefined {
  const nuls = [0, 0];
  for (let at = 0; at < head.length; at += 1) if (head[at] === 0) nuls[at % 2]! += 1;
  const [even = 0, odd = 0] = nuls;
  const many = head.length / 10;
  if (odd >= many && even * 20 < odd) return 'utf-16le';
  if (even >= many && odd * 20 < even) return 'utf-16be';
  return undefined;
}

/** Bytes up to the last letter that is complete; at most three of a letter can be missing. */
function wholeLetters(bytes: Uint8Array): number {
  for (let back = 1; back <= 3 && back <= bytes.length; back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return bytes.length;
    if (byte >= 0xc0) {
      const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return length > back ? bytes.length - back : bytes.length;
    }
  }
  return bytes.length;
}

/** From the line of the first letter that is not ASCII, so that no pair of bytes is cut. */
function sampleOf(bytes: Uint8Array): Uint8Array {
  const odd = bytes.findIndex((byte) => byte >= 0x80);
  const line = bytes.lastIndexOf(0x0a, odd) + 1;
  return bytes.subarray(line, line + headBytes);
}

const isLead = (byte: number) => (byte >= 0x81 && byte <= 0x9f) || (byte >= 0xe0 && byte <= 0xef);
const isTrail = (byte: number) => byte >= 0x40 && byte <= 0xfc && byte !== 0x7f;

/** Every pair is possible, and half of the letters begin where Windows-1252 has only rare signs and Japanese has kana. */
function looksJapanese(sample: Uint8Array): boolean {
  let letters = 0;
  let typical = 0;
  for (let at = 0; at < sample.length; at += 1) {
    const byte = sample[at] ?? 0;
    if (byte < 0x80) continue;
    letters += 1;
    if (byte >= 0xa1 && byte <= 0xdf) continue;
    if (!isLead(byte)) return false;
    at += 1;
    // The last letter of a sample may be cut.
    if (at === sample.length) break;
    if (!isTrail(sample[at] ?? 0)) return false;
    if (byte <= 0x9f) typical += 1;
  }
  return typical * 2 > letters;
}
