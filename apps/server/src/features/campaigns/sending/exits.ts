import type { Exit } from './campaign-desk.ts';
import { spread } from './spread.ts';

type State = { busy: number; failures: number; restUntil: number };

/** Milliseconds until a server that could not be reached is tried again: from half a second to half a minute. */
const restMs = (failures: number): number => spread(Math.min(500 * 2 ** failures, 30_000));

/** How busy each way out is, and which ones rest because nobody answered there. */
export class Exits {
  readonly #states = new Map<string, State>();

  hasRoom({ key, maxConnections }: Exit): boolean {
    const state = this.#states.get(key);
    return !state || (state.busy < maxConnections && state.restUntil <= Date.now());
  }

  rests({ key }: Exit): boolean {
    return (this.#states.get(key)?.restUntil ?? 0) > Date.now();
  }

  begin({ key }: Exit): void {
    this.#of(key).busy += 1;
  }

  end({ key }: Exit, reached: boolean): void {
    const state = this.#of(key);
    state.busy -= 1;
    if (reached) state.failures = 0;
    // Lanes that failed together count once.
    else if (state.restUntil <= Date.now()) {
      state.restUntil = Date.now() + restMs(state.failures);
      state.failures += 1;
    }
  }

  #of(key: string): State {
    const known = this.#states.get(key);
    if (known) return known;
    const fresh = { busy: 0, failures: 0, restUntil: 0 };
    this.#states.set(key, fresh);
    return fresh;
  }
}
