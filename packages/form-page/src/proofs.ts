import type { PageData } from '@waggle/forms/page/data';
import { readChallenge } from '@waggle/forms/proof';
import { solve } from './solve.ts';

/** Milliseconds; the server takes one for ten minutes. */
const freshFor = 480_000;

/** Solved while somebody types, so that nobody waits for it. One proof is one submission. */
export function createProofs({ id }: Pick<PageData, 'id'>) {
  let waiting: Promise<string> | undefined;
  let madeAt = 0;

  async function make(): Promise<string> {
    const answer = await fetch(`/api/forms/${id}/challenge`, { credentials: 'omit' });
    const { challenge } = (await answer.json()) as { challenge: string };
    const proof = await solve(readChallenge(challenge)!);
    if (proof === undefined) throw new Error('The challenge has no answer.');
    return proof;
  }

  function prepare(): Promise<string> {
    if (waiting && Date.now() - madeAt < freshFor) return waiting;
    madeAt = Date.now();
    const made = make();
    waiting = made;
    // What failed is tried again when it is needed.
    made.catch(() => {
      if (waiting === made) waiting = undefined;
    });
    return made;
  }

  return { prepare, forget: () => void (waiting = undefined) };
}
