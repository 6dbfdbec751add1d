/** Turns one input into another: bytes flipped, cut, doubled, taken from elsewhere, or a token put in. */
export function mutate(
  input: Buffer,
  other: Buffer,
  { tokens, longest }: { tokens: readonly string[]; longest: number },
  random: () => number,
): Buffer {
  const below = (bound: number): number => Math.floor(random() * bound);
  let bytes = input;
  for (let times = 1 + below(4); times > 0; times -= 1) {
    const at = below(bytes.length + 1);
    const end = at + below(Math.min(64, bytes.length - at) + 1);
    const [before, piece, after] = [bytes.subarray(0, at), bytes.subarray(at, end), bytes.subarray(end)];
    const from = below(other.length + 1);
    const changes: (() => Buffer[])[] = [
      () => [before, Buffer.from(tokens[below(tokens.length)] ?? ''), bytes.subarray(at)],
      () => [before, Buffer.from(tokens[below(tokens.length)] ?? ''), after],
      () => [before, after],
      () => [before, piece, piece, after],
      () => [before, other.subarray(from, from + below(64)), after],
      () => [before, Buffer.from([below(256)]), bytes.subarray(at + 1)],
      () => [before, Buffer.from([oddBytes[below(oddBytes.length)]!]), bytes.subarray(at)],
      () => [before, Buffer.from(oddLetters[below(oddLetters.length)]!), bytes.subarray(at)],
    ];
    bytes = Buffer.concat(changes[below(changes.length)]!());
  }
  return bytes.subarray(0, longest);
}

const oddBytes = [0, 9, 10, 13, 32, 34, 39, 44, 46, 60, 61, 62, 64, 92, 123, 125, 127, 128, 192, 237, 254, 255];
/** Letters that are folded, joined, turned around, or halves of one. */
const oddLetters = [
  '\u00a0',
  '\u2028',
  '\ufeff',
  '\u202e',
  'İ',
  'ß',
  'ﬁ',
  '🐝',
  'e\u0301',
  '\ufffd',
  '=?',
  '\r\n.\r\n',
];
