import type { Log } from '#platform/log.ts';

/** A deed that takes longer than the pause was meant for pauses for so many times as long. */
const restTimes = 4;

/**
 * Does the deed again and again with a pause between; one that fails is tried again after the pause. `mayRest`: it can wait,
 * and takes at most a fifth of a worker's time however much there is to do. `beat` is called each time it went round.
 */
export function every(
  ms: number,
  log: Log,
  deed: (signal: AbortSignal) => Promise<void>,
  { mayRest = false, beat }: { mayRest?: boolean; beat?: (() => void) | undefined } = {},
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  const run = () => {
    const begun = performance.now();
    running = deed(stopping.signal)
      .catch((error: unknown) => log.warn({ err: error }, 'the ledger could not be read'))
      .then(() => {
        beat?.();
        const rest = mayRest ? Math.max(ms, (performance.now() - begun) * restTimes) : ms;
        if (!stopping.signal.aborted) timer = setTimeout(run, rest);
      });
  };
  run();
  return {
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await running;
    },
  };
}
