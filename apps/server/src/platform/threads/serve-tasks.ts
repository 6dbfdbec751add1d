import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { Problem, type ProblemCode } from '../problem.ts';

export type Answer =
  | { output: unknown }
  | { problem: { code: ProblemCode; message: string; fields?: Record<string, string> } }
  | { error: unknown };

/** In a thread: says that it is ready, and answers one task after the other. */
export function serveTasks(tasks: Record<string, (input: never) => unknown>): void {
  const port = parentPort;
  if (!port) throw new Error('This file runs in a thread of its own.');
  stepBack();
  port.on('message', ({ task, input }: { task: string; input: never }) => {
    void answer(() => tasks[task]!(input)).then((answered) => port.postMessage(answered));
  });
  port.postMessage('ready');
}

/** Of this thread alone, as Linux counts: a third of what the event loop gets where both want the same core. */
const niceness = 5;

function stepBack(): void {
  try {
    setPriority(niceness);
  } catch {
    // A system that does not allow it shares evenly.
  }
}

async function answer(fn: () => unknown): Promise<Answer> {
  try {
    return { output: await fn() };
  } catch (error) {
    if (!(error instanceof Problem)) return { error };
    const { code, message, fields } = error;
    return { problem: { code, message, ...(fields && { fields }) } };
  }
}
