import type { Transport } from './transport.ts';
import { jitter } from './jitter.ts';

/** Milliseconds nobody shall try a transport, or `unknown` when nobody answered there. */
export type Rest = number | 'unknown';

type State = { busy: number; failures: number; restUntil: number; isReached: boolean };

/** Milliseconds until a server that could not be reached is tried again: from half a second to half a minute. */
const restMs = (failures: number): number => jitter(Math.min(500 * 2 ** failures, 30_000));

/**
 * Servers that are tried at once. Most of a trial is waiting for DNS or a greeting, up to half a minute: with as many silent
 * servers as this, one that is new waits behind them.
 */
export const trials = 16;

const unknown: State = { busy: 0, failures: 0, restUntil: 0, isReached: false };

/** How busy each transport is, and which ones rest because nobody answered there. */
export class TransportLimits {
  readonly #states = new Map<string, State>();
  /** Transports that somebody tries to reach right now. */
  readonly #tried = new Set<string>();

  /** A server that answered the last time takes as many emails at once as it has connections. */
  hasRoom({ key, maxConnections }: Transport): boolean {
    const { busy, restUntil, isReached } = this.#states.get(key) ?? unknown;
    return isReached && busy < maxConnections && restUntil <= performance.now();
  }

  /** A server that was not reached yet, or not the last time, is tried once at a time. */
  mayTry({ key, maxConnections }: Transport): boolean {
    const { busy, restUntil, isReached } = this.#states.get(key) ?? unknown;
    if (isReached || busy >= maxConnections || restUntil > performance.now()) return false;
    return !this.#tried.has(key) && this.#tried.size < trials;
  }

  /** Somebody got a connection. */
  reached({ key }: Transport): void {
    const state = this.#of(key);
    state.isReached = true;
    state.failures = 0;
    this.#tried.delete(key);
  }

  rests({ key }: Transport): boolean {
    return (this.#states.get(key)?.restUntil ?? 0) > performance.now();
  }

  begin({ key }: Transport): void {
    const state = this.#of(key);
    state.busy += 1;
    if (!state.isReached) this.#tried.add(key);
  }

  end({ key }: Transport, rest: Rest): void {
    const state = this.#of(key);
    const now = performance.now();
    state.busy -= 1;
    // Also one that told nothing of the server, such as an email that was withheld: the next trial may.
    this.#tried.delete(key);
    if (rest !== 'unknown') {
      if (rest > 0) state.restUntil = Math.max(state.restUntil, now + rest);
      return;
    }
    state.isReached = false;
    // Send workers that failed together count once.
    if (state.restUntil > now) return;
    state.restUntil = now + restMs(state.failures);
    state.failures += 1;
  }

  #of(key: string): State {
    const known = this.#states.get(key);
    if (known) return known;
    const fresh = { ...unknown };
    this.#states.set(key, fresh);
    return fresh;
  }
}
