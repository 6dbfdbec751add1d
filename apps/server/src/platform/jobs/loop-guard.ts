import { Worker } from 'node:worker_threads';
import type { Log } from '../log.ts';

/** Seconds without a turn of the event loop after which a job must be looping for ever. */
const stuckSeconds = 30;

/**
 * A handler that never gives the thread back cannot be interrupted from inside: no time limit fires and no heartbeat
 * leaves. A second thread then ends the whole process; its jobs go to other workers, and the one that loops becomes a
 * dead letter after its tries.
 */
const watch = `
  const { parentPort, workerData } = require('node:worker_threads');
  let beat = Date.now();
  parentPort.on('message', () => { beat = Date.now(); });
  setInterval(() => {
    if (Date.now() - beat < workerData.stuckMilliseconds) return;
    process.stderr.write('{"level":"fatal","msg":"a job blocks the process; it is ended"}\\n');
    process.kill(process.pid, 'SIGKILL');
  }, 500);
`;

export function guardLoop(log: Log, seconds = stuckSeconds): () => Promise<void> {
  const guard = new Worker(watch, { eval: true, execArgv: [], workerData: { stuckMilliseconds: seconds * 1_000 } });
  guard.on('error', (error) => log.warn({ err: error }, 'the guard of the event loop ended'));
  guard.unref();
  const timer = setInterval(() => guard.postMessage('beat'), 500).unref();

  return async () => {
    clearInterval(timer);
    await guard.terminate();
  };
}
