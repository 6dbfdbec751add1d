const multipliers = [0x01000193, 0x85ebca6b] as const;

/**
 * Which addresses a file had so far, in 16 bytes each instead of a hundred: a million of them fit beside everything else
 * a worker does. Two 32-bit hashes stand for an address; that two of a million share both is one chance in 37 million.
 */
export class AddressSet {
  #slots = new Uint32Array(2 * 4_096);
  #size = 0;
  readonly #seed: number;

  /** The same seed gives the same answers, so that an import that goes on elsewhere decides alike. */
  constructor(seed: string) {
    this.#seed = hash(seed, 0x811c9dc5, multipliers[0]);
  }

  /** False when it was there already. */
  add(address: string): boolean {
    if (this.#size * 10 > (this.#slots.length / 2) * 6) this.#grow();
    const added = this.#put(
      hash(address, this.#seed ^ 0x811c9dc5, multipliers[0]),
      hash(address, this.#seed ^ 0x9747b28c, multipliers[1]) || 1,
    );
    if (added) this.#size += 1;
    return added;
  }

  #put(first: number, second: number): boolean {
    const slots = this.#slots;
    const mask = slots.length / 2 - 1;
    for (let at = first & mask; ; at = (at + 1) & mask) {
      if (slots[2 * at + 1] === 0) {
        slots[2 * at] = first;
        slots[2 * at + 1] = second;
        return true;
      }
      if (slots[2 * at] === first && slots[2 * at + 1] === second) return false;
    }
  }

  #grow(): void {
    const old = this.#slots;
    this.#slots = new Uint32Array(old.length * 2);
    for (let at = 0; at < old.length; at += 2)
      if (old[at + 1] !== 0) this.#put(old[at] as number, old[at + 1] as number);
  }
}

function hash(text: string, seed: number, multiplier: number): number {
  let mixed = seed;
  for (let at = 0; at < text.length; at += 1) mixed = Math.imul(mixed ^ text.charCodeAt(at), multiplier);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x7feb352d);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x846ca68b);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
