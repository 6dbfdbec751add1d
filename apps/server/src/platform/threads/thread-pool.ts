import { Worker } from 'node:worker_threads';
import { createFairQueue } from '../fair-queue.ts';
import { Problem } from '../problem.ts';
import type { Answer } from './serve-tasks.ts';

export type ThreadPoolOptions = {
  /** Name of the entry under threads/, or the file itself. */
  entry: string | URL;
  most: number;
  /** Milliseconds a task may take; after that its thread is ended. */
  deadlineMs: number;
  /** Of the JavaScript heap of each thread; a task that needs more ends its thread and not the process. */
  heapMegabytes: number;
  /** Tasks of one key that may wait; 8 unless told. */
  waitingPerKey?: number;
  /** Told to whoever sent what was too much. */
  tooComplex: string;
  /** Awaited before a thread starts. */
  prepare?: () => Promise<unknown>;
};

/** Runs a named task of the thread's entry; `key` is whose work it is, mostly an organization. */
export type ThreadPool = { run<Output>(key: string, task: string, input: unknown): Promise<Output> };

/** Milliseconds after which a thread without work ends; it holds what its libraries take, 90 MB with MJML. */
const idleMs = 30_000;

/**
 * Work whose time a stranger's input decides, away from the event loop: a few threads, started when needed. A task that
 * overruns its time or memory loses its thread, and the next task gets a new one.
 */
export function createThreadPool(options: ThreadPoolOptions): ThreadPool {
  const { most } = options;
  const idle = new Map<Thread, NodeJS.Timeout>();
  const turns = createFairQueue({
    most,
    // One place is always for somebody else.
    mostPerKey: Math.max(1, most - 1),
    waitingPerKey: options.waitingPerKey ?? 8,
    mostWaiting: 50,
    waitMs: options.deadlineMs * 2,
  });

  const take = (): Thread | undefined => {
    for (const [thread, timer] of idle) {
      clearTimeout(timer);
      idle.delete(thread);
      if (!thread.ended) return thread;
    }
    return undefined;
  };

  const rest = (thread: Thread) => {
    const timer = setTimeout(() => {
      idle.delete(thread);
      void thread.end();
    }, idleMs);
    idle.set(thread, timer.unref());
  };

  return {
    run: <Output>(key: string, task: string, input: unknown) =>
      turns.run(key, async () => {
        const thread = take() ?? (await startThread(options));
        const answer = await thread.run(task, input);
        rest(thread);
        return outputOf(answer) as Output;
      }),
  };
}

function outputOf(answer: Answer): unknown {
  if ('output' in answer) return answer.output;
  if ('problem' in answer) throw new Problem(answer.problem.code, answer.problem.message, answer.problem);
  throw answer.error;
}

type Thread = { ended: boolean; run(task: string, input: unknown): Promise<Answer>; end(): Promise<unknown> };

async function startThread({ entry, deadlineMs, heapMegabytes, tooComplex, prepare }: ThreadPoolOptions) {
  await prepare?.();
  const worker = new Worker(entryFile(entry), {
    // Keys and passwords of the process are none of its business.
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes, maxYoungGenerationSizeMb: 16 },
  });
  const thread: Thread = {
    ended: false,
    run: (task, input) =>
      new Promise<Answer>((resolve, reject) => {
        const timer = setTimeout(() => void worker.terminate(), deadlineMs);
        // Too late, or out of memory: the thread is gone, and the process lives.
        const overrun = () => {
          clearTimeout(timer);
          reject(new Problem('too_complex', tooComplex));
        };
        worker.once('exit', overrun);
        worker.once('message', (answer: Answer) => {
          clearTimeout(timer);
          worker.off('exit', overrun);
          // A process that has nothing else to do may end.
          worker.unref();
          resolve(answer);
        });
        worker.ref();
        worker.postMessage({ task, input });
      }),
    end: () => worker.terminate(),
  };
  worker.on('exit', () => void (thread.ended = true));
  await new Promise<void>((resolve, reject) => {
    worker.once('message', () => resolve());
    // Stays: what happens later is told by the exit, and unheard it would end the process.
    worker.on('error', reject);
  });
  return thread;
}

/** Sources run as they are; the build puts each entry beside the program. */
const entryFile = (entry: string | URL): URL => {
  if (entry instanceof URL) return entry;
  return import.meta.url.endsWith('.ts')
    ? new URL(`../../threads/${entry}.ts`, import.meta.url)
    : new URL(`./threads/${entry}.js`, import.meta.url);
};
