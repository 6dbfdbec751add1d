import { randomInt } from 'node:crypto';
import { saysWord } from './offensive-words.ts';

/** Without 0, O, I and l, which people mistake for each other when they type from paper. */
export const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const base = alphabet.length;

/** Two characters of cell, then 58^8 = 1.3e14 possibilities: a million codes of a cell leave a guess 1 in 10^8. */
const markLength = 2;
const randomLength = 8;

/** Not yet taken: the caller claims it, and asks for another one where somebody has it. */
export function newShortCode(cell: number): string {
  for (;;) {
    const code = markOf(cell) + Array.from({ length: randomLength }, () => alphabet[randomInt(base)]).join('');
    if (!saysWord(code)) return code;
  }
}

const markOf = (cell: number): string => `${alphabet[Math.floor(cell / base)]}${alphabet[cell % base]}`;

/**
 * The cell that made a code; null where no cell did.
 * @internal The inverse by which tests prove that a router in front of several cells can read it.
 */
export function cellOf(code: string): number | null {
  if (code.length !== markLength + randomLength) return null;
  const digits = code.split('').map((character) => alphabet.indexOf(character));
  if (digits.includes(-1)) return null;
  const cell = digits[0]! * base + digits[1]!;
  return cell >= 1 && cell <= 255 ? cell : null;
}
