import type { Log } from '#platform/log.ts';

/** Does the deed again and again with a pause between; one that fails is tried again after the pause. */
export function every(ms: number, log: Log, deed: (signal: AbortSignal) => Promise<void>): { stop(): Promise<void> } {
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  const run = () => {
    running = deed(stopping.signal)
      .catch((error: unknown) => log.warn({ err: error }, 'the ledger could not be read'))
      .then(() => {
        if (!stopping.signal.aborted) timer = setTimeout(run, ms);
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
