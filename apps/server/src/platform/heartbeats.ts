import { metrics } from '@opentelemetry/api';

export type StuckLoop = { loop: string; seconds: number };

/** What the loops of a worker say of themselves. */
export type Heartbeats = {
  /** A loop that must go round within the bound. Call what it answers each time it did, whether or not the work succeeded. */
  loop(name: string, boundSeconds: number): () => void;
  /** A loop that cannot call: says itself how many seconds ago it went round. */
  watch(name: string, boundSeconds: number, age: () => number): void;
  stuck(): StuckLoop[];
  /** For loops that end before the process does: after `end` nobody waits for them. */
  during(): Heartbeats & { end(): void };
};

/** Made at start and not at import: instruments made before the exporter stay silent for ever. */
export function createHeartbeats(now: () => number = () => performance.now()): Heartbeats {
  const loops = new Map<string, { bound: number; age: () => number }>();
  metrics
    .getMeter('waggle')
    .createObservableGauge('worker_loop_stuck', {
      description: '1 for a loop that stands still for longer than it may.',
    })
    .addCallback((result) => {
      for (const [loop, { bound, age }] of loops) result.observe(age() > bound ? 1 : 0, { loop });
    });

  const heartbeats: Heartbeats = {
    loop(name, bound) {
      let last = now();
      loops.set(name, { bound, age: () => (now() - last) / 1_000 });
      return () => void (last = now());
    },
    watch: (name, bound, age) => void loops.set(name, { bound, age }),
    stuck: () =>
      [...loops]
        .filter(([, { bound, age }]) => age() > bound)
        .map(([loop, { age }]) => ({ loop, seconds: Math.round(age()) })),
    during() {
      const before = new Set(loops.keys());
      const end = () => {
        for (const name of loops.keys()) if (!before.has(name)) loops.delete(name);
      };
      return { ...heartbeats, end };
    },
  };
  return heartbeats;
}
