import { randomBytes } from 'node:crypto';

/** One call for random bytes is dear and its size hardly matters: this many ids live off one. */
const idsOfOneDraw = 512;

const threeHex = Array.from({ length: 4_096 }, (_, number) => number.toString(16).padStart(3, '0'));

/**
 * Ids of version 7 (RFC 9562), as the database makes them, in the order they are asked for: the millisecond, a count within
 * it, then 62 random bits. A clock that is set back does not turn the order round.
 */
export function createUuidV7(now: () => number = Date.now): () => string {
  let millisecond = 0;
  let prefix = '';
  let count = 0;
  let random = '';
  let at = 0;

  return () => {
    count += 1;
    const time = now();
    if (time > millisecond || count === threeHex.length) {
      millisecond = Math.max(time, millisecond + 1);
      const hex = millisecond.toString(16).padStart(12, '0');
      prefix = `${hex.slice(0, 8)}-${hex.slice(8)}-7`;
      count = 0;
    }
    if (at === random.length) {
      random = randomBytes(idsOfOneDraw * 8).toString('hex');
      at = 0;
    }
    const variant = '89ab'.charAt(random.charCodeAt(at) & 3);
    const id = `${prefix}${threeHex[count]}-${variant}${random.slice(at + 1, at + 4)}-${random.slice(at + 4, at + 16)}`;
    at += 16;
    return id;
  };
}
