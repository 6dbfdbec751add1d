export type Target = {
  name: string;
  /** Inputs to begin with. */
  seeds: readonly string[];
  /** Pieces of the language of this input, which bytes turned at random would not find. */
  tokens: readonly string[];
  /** Bytes of the longest input. */
  longest: number;
  /** Throws where something that must hold does not. What the code itself refuses in words is no finding. */
  check(input: Buffer): void | Promise<void>;
};

export class Finding extends Error {}

export function must(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Finding(what);
}
