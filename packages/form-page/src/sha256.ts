/** First 32 bits of the fractional parts of the roots of the first primes (FIPS 180-4), worked out instead of written down. */
function roots(power: number, count: number): Uint32Array {
  const found = new Uint32Array(count);
  for (let number = 2, at = 0; at < count; number += 1) {
    let isPrime = true;
    for (let by = 2; by * by <= number; by += 1) if (number % by === 0) isPrime = false;
    if (isPrime) found[at++] = (number ** power % 1) * 0x1_0000_0000;
  }
  return found;
}
const start = roots(1 / 2, 8);
const rounds = roots(1 / 3, 64);
const schedule = new Uint32Array(64);

const turn = (word: number, by: number) => (word >>> by) | (word << (32 - by));

/**
 * SHA-256 of a short text of plain characters, in one block: the browser's own answers through a promise for every one,
 * which takes ten times as long, and only on pages with TLS. Answers the first 32 bits; `whole` writes all of them as hex.
 */
export function firstWord(text: string): number {
  return digest(text)[0]!;
}

export const whole = (text: string): string =>
  Array.from(digest(text), (word) => word.toString(16).padStart(8, '0')).join('');

function digest(text: string): Uint32Array {
  if (text.length > 55) throw new Error('One block holds 55 characters.');
  const w = schedule.fill(0, 0, 16);
  for (let at = 0; at < text.length; at += 1) w[at >> 2]! |= text.charCodeAt(at) << (24 - (at & 3) * 8);
  w[text.length >> 2]! |= 0x80 << (24 - (text.length & 3) * 8);
  w[15] = text.length * 8;
  for (let at = 16; at < 64; at += 1) {
    const [x, y] = [w[at - 15]!, w[at - 2]!];
    const s0 = turn(x, 7) ^ turn(x, 18) ^ (x >>> 3);
    const s1 = turn(y, 17) ^ turn(y, 19) ^ (y >>> 10);
    w[at] = w[at - 16]! + s0 + w[at - 7]! + s1;
  }
  let [a, b, c, d, e, f, g, h] = start as unknown as [number, number, number, number, number, number, number, number];
  for (let at = 0; at < 64; at += 1) {
    const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + rounds[at]! + w[at]!) | 0;
    const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + two) | 0;
  }
  return Uint32Array.of(a, b, c, d, e, f, g, h).map((word, at) => word + start[at]!);
}
