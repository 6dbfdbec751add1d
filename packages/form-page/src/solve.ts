import { type Challenge, proofOf } from '@waggle/forms/proof';
import { firstWord, whole } from './sha256.ts';

/** Milliseconds at a time: less than a frame, so that nobody who types notices. */
const slice = 8;

const pause = () => new Promise<void>((go) => setTimeout(go));

/** Finds the number of a challenge bit by bit. Undefined when it has none, which only a broken server sends. */
export async function solve(challenge: Challenge): Promise<string | undefined> {
  const { salt, target, most } = challenge;
  const first = Number.parseInt(target.slice(0, 8), 16);
  for (let number = 0; number <= most;) {
    const end = performance.now() + slice;
    do {
      // The first word tells nearly all apart; writing a hash down takes longer than making it.
      const text = `${salt}${number}`;
      if (firstWord(text) === first && whole(text) === target) return proofOf(challenge, number);
      number += 1;
    } while (number <= most && (number & 63 || performance.now() < end));
    await pause();
  }
  return undefined;
}
