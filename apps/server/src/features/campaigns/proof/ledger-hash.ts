import { createHash } from 'node:crypto';

/** Runs over the head and every row as they stand in the file, each with its line end. */
export function createLedgerHash(head: string) {
  const hash = createHash('sha256').update(`${head}\n`);
  return {
    add: (row: string) => void hash.update(`${row}\n`),
    end: () => hash.digest('hex'),
  };
}

export type Tally = { state: string; reason: string | null; people: number };

/** How many rows have each pair of state and reason. */
export class Counts {
  readonly #tallies = new Map<string, Tally>();
  rows = 0;

  add({ state, reason }: { state: string; reason: string | null }): void {
    const key = JSON.stringify([state, reason]);
    const tally = this.#tallies.get(key) ?? { state, reason, people: 0 };
    tally.people += 1;
    this.rows += 1;
    this.#tallies.set(key, tally);
  }

  list(): Tally[] {
    return [...this.#tallies].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, tally]) => tally);
  }
}
