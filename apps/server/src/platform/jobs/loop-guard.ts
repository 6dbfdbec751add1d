import { Worker } from 'node:worker_threads';
import type { Log } from '../log.ts';

/** Seconds without a turn of the event loop after which a job must be looping for ever. */
const stuckSeconds = 30;
/** Milliseconds between two beats of the event loop, and between two ticks of the guard. */
const tickMs = 500;

/**
 * A handler that never gives the thread back cannot be interrupted from inside: no time limit fires and no heartbeat
 * leaves. A second thread then ends the whole process; its jobs go to other workers, and the one that loops becomes a
 * dead letter after its tries.
 *
 * The guard counts its own ticks without a beat, never the clock: after SIGSTOP, a paused virtual machine or the sleep of a
 * laptop the clock has moved on while neither thread ran. A tick that comes late was not run by a guard that watched, and
 * counts nothing.
 */
const watch = `
  const { parentPort, workerData: { stuckMs, tickMs } } = require('node:worker_threads');
  const mostMissed = Math.max(2, Math.ceil(stuckMs / tickMs));
  let missed = 0;
  let ticked = performance.now();
  parentPort.on('message', () => { missed = 0; });
  setInterval(() => {
    const late = performance.now() - ticked > 2 * tickMs;
    ticked = performance.now();
    if (late || ++missed <= mostMissed) return;
    process.stderr.write('{"level":"fatal","msg":"a job blocks the process; it is ended"}\\n');
    process.kill(process.pid, 'SIGKILL');
  }, tickMs);
`;

export function guardLoop(log: Log, seconds = stuckSeconds): () => Promise<void> {
  const guard = new Worker(watch, { eval: true, execArgv: [], workerData: { stuckMs: seconds * 1_000, tickMs } });
  guard.on('error', (error) => log.warn({ err: error }, 'the guard of the event loop ended'));
  guard.unref();
  const timer = setInterval(() => guard.postMessage('beat'), tickMs).unref();

  return async () => {
    clearInterval(timer);
    await guard.terminate();
  };
}
