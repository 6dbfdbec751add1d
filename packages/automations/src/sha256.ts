/** SHA-256 by FIPS 180-4. Of our own because it must answer at once and alike on servers and in browsers. */
const primes = Array.from({ length: 311 }, (_, at) => at + 2).filter((number) => {
  for (let factor = 2; factor * factor <= number; factor += 1) if (number % factor === 0) return false;
  return true;
});
/** The first 32 bits after the point. */
const fraction = (value: number): number => ((value - Math.floor(value)) * 2 ** 32) | 0;
const roundWords = Int32Array.from(primes.slice(0, 64), (prime) => fraction(Math.cbrt(prime)));
const startWords = Int32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime)));
const rotate = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

/** Used again by every call: memory outside the heap is given back late, and a back-test hashes for 100,000 people. */
let padded = new DataView(new ArrayBuffer(256));
const words = new Int32Array(64);

/** Of a text of ASCII characters, as ids are. */
export function sha256(text: string): Uint8Array {
  const length = Math.ceil((text.length + 9) / 64) * 64;
  if (length > padded.byteLength) padded = new DataView(new ArrayBuffer(length));
  const view = padded;
  for (let at = 0; at < length; at += 1) view.setUint8(at, at < text.length ? text.charCodeAt(at) : 0);
  view.setUint8(text.length, 0x80);
  view.setUint32(length - 4, text.length * 8);

  const state = Int32Array.from(startWords);
  for (let at = 0; at < length; at += 64) {
    for (let word = 0; word < 16; word += 1) words[word] = view.getInt32(at + word * 4);
    expand(words);
    mix(state, words);
  }
  const digest = new Uint8Array(32);
  const out = new DataView(digest.buffer);
  for (const [at, word] of state.entries()) out.setInt32(at * 4, word);
  return digest;
}

function expand(words: Int32Array): void {
  for (let at = 16; at < 64; at += 1) {
    const early = words[at - 15]!;
    const late = words[at - 2]!;
    const small = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3);
    const large = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10);
    words[at] = words[at - 16]! + small + words[at - 7]! + large;
  }
}

/** Without lists: a split hashes for everybody who passes it. */
function mix(state: Int32Array, words: Int32Array): void {
  let a = state[0]!;
  let b = state[1]!;
  let c = state[2]!;
  let d = state[3]!;
  let e = state[4]!;
  let f = state[5]!;
  let g = state[6]!;
  let h = state[7]!;
  for (let at = 0; at < 64; at += 1) {
    const chosen = (e & f) ^ (~e & g);
    const first = (h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + chosen + roundWords[at]! + words[at]!) | 0;
    const second = ((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + second) | 0;
  }
  state[0]! += a;
  state[1]! += b;
  state[2]! += c;
  state[3]! += d;
  state[4]! += e;
  state[5]! += f;
  state[6]! += g;
  state[7]! += h;
}
