import type { Import } from '@waggle/contracts/imports';

/** Names that are counted: a column of free text in a large file could bring a million. */
const mostNames = 10_000;
/** Names that are shown. */
const shownNames = 30;

/** Tags an import would make, and how many people would get each. Capitals make no difference, as in the database. */
export class TagTally {
  readonly #counts = new Map<string, { name: string; contacts: number }>();

  add(names: readonly string[]): void {
    for (const name of names) {
      const folded = name.toLowerCase();
      const known = this.#counts.get(folded);
      if (known) known.contacts += 1;
      else if (this.#counts.size < mostNames) this.#counts.set(folded, { name, contacts: 1 });
    }
  }

  most(): Pick<Import, 'newTags' | 'moreNewTags'> {
    const all = [...this.#counts.values()].sort((one, other) => other.contacts - one.contacts);
    return { newTags: all.slice(0, shownNames), moreNewTags: Math.max(0, all.length - shownNames) };
  }
}
