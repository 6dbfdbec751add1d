import { importLimits } from '@waggle/contracts/imports';
import { ApiProblem } from '#lib/api.ts';
import { isReadable } from './sources/rows-of-file.ts';

/** The disk no longer gives what the person chose: moved, changed or without permission. */
export class UnreadableFile extends Error {}

export type FileFault = 'type' | 'empty' | 'large';

/** What is wrong with a file before a byte of it is sent. */
export function faultOf({ name, size }: Pick<File, 'name' | 'size'>): FileFault | undefined {
  if (!isReadable(name)) return 'type';
  if (size === 0) return 'empty';
  return size > importLimits.fileBytes ? 'large' : undefined;
}

type Send = (part: number, content: Blob) => Promise<unknown>;
type Options = {
  signal: AbortSignal;
  /** Bytes that have arrived. */
  onSent: (bytes: number) => void;
  /** Milliseconds before a part is tried again; doubled each time. */
  pause?: number;
};

const mostRetries = 3;

/** One piece after the other: a slow line is not split between several, and a lost one costs 4 MiB at most. */
export async function uploadParts(file: Blob, send: Send, { signal, onSent, pause = 500 }: Options): Promise<void> {
  const parts = Math.ceil(file.size / importLimits.partBytes);
  for (let part = 0; part < parts; part += 1) {
    const from = part * importLimits.partBytes;
    const content = await contentOf(file.slice(from, from + importLimits.partBytes));
    await sendPatiently(() => send(part, content), { signal, pause });
    onSent(Math.min(file.size, from + importLimits.partBytes));
  }
}

/** Read before it is sent, because a failed read inside fetch looks like a failed network. */
async function contentOf(slice: Blob): Promise<Blob> {
  try {
    return new Blob([await slice.arrayBuffer()]);
  } catch {
    throw new UnreadableFile();
  }
}

async function sendPatiently(attempt: () => Promise<unknown>, { signal, pause }: Required<Omit<Options, 'onSent'>>) {
  for (let retry = 0; ; retry += 1) {
    signal.throwIfAborted();
    try {
      await attempt();
      return;
    } catch (error) {
      if (retry === mostRetries || !mayPass(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause * 2 ** retry));
    }
  }
}

/** No answer, too busy or broken: the same call may work in a moment. Anything else stays refused. */
const mayPass = (error: unknown): boolean =>
  error instanceof ApiProblem && (error.status === 0 || error.status === 429 || error.status >= 500);
