import type { Log } from '#platform/log.ts';

/** A function that takes longer than the pause was meant for pauses for so many times as long. */
const restTimes = 4;

/** Stopping waits for the run under way. */
export type Repeated = { stop(): Promise<void> };

type Options = { mayRest?: boolean; pauseFirst?: boolean; beat?: (() => void) | undefined };

/**
 * Runs the function again and again with a pause between; one that fails is tried again after the pause. `mayRest`: it can wait,
 * and takes at most a fifth of a worker's time however much there is to do. `beat` is called each time it went round.
 * `pauseFirst`: not at once.
 */
export function repeatEvery(
  ms: number,
  log: Log,
  fn: (signal: AbortSignal) => Promise<void>,
  { mayRest = false, pauseFirst = false, beat }: Options = {},
): Repeated {
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  const run = () => {
    const begun = performance.now();
    running = fn(stopping.signal)
      .catch((error: unknown) => log.warn({ err: error }, 'a repeated task failed and is tried again'))
      .then(() => {
        beat?.();
        const rest = mayRest ? Math.max(ms, (performance.now() - begun) * restTimes) : ms;
        if (!stopping.signal.aborted) timer = setTimeout(run, rest);
      });
  };
  if (pauseFirst) timer = setTimeout(run, ms);
  else run();
  return {
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await running;
    },
  };
}
