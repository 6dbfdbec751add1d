/**
 * `timeout-after-success` does the work and resets the connection instead of answering; `reset`, `500` and `429` do nothing
 * of the work; `slow` waits with the work until `release`.
 */
export type FaultKind = 'timeout-after-success' | 'reset' | '500' | '429' | 'slow';
/** Which request fails: by default the next one to the API, whatever it is. */
export type FaultTarget = { method?: string; path?: string };

export type Faults = {
  failNext(kind: FaultKind, target?: FaultTarget): void;
  /** The fault of this request, which is used up by it. */
  take(method: string, path: string): FaultKind | null;
  /** Resolves when slow requests go on. */
  released(): Promise<void>;
  /** How many wait for that. */
  waiting(): number;
  release(): void;
};

export function createFaults(): Faults {
  const planned: { kind: FaultKind; target: FaultTarget }[] = [];
  let waiting: (() => void)[] = [];
  return {
    failNext: (kind, target = {}) => void planned.push({ kind, target }),
    take(method, path) {
      const at = planned.findIndex(
        ({ target }) => path.includes(target.path ?? '') && method === (target.method ?? method),
      );
      return at === -1 ? null : (planned.splice(at, 1)[0]?.kind ?? null);
    },
    released: () => new Promise((resolve) => waiting.push(resolve)),
    waiting: () => waiting.length,
    release() {
      const those = waiting;
      waiting = [];
      for (const resolve of those) resolve();
    },
  };
}
