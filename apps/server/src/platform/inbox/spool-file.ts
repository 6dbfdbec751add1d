import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../log.ts';
import type { InboxEvent } from './event.ts';

export type Batch = { text: string; events: InboxEvent[] };

/** The batches of one file. A process that was killed in the middle of a line has left half of it, which says nothing. */
export async function* batchesOf(path: string, log: Log): AsyncGenerator<Batch> {
  const file = await open(path);
  try {
    for await (const text of file.readLines({ autoClose: false })) {
      if (text === '') continue;
      const events = parseBatch(text);
      if (events) yield { text, events };
      else log.warn({ path, characters: text.length }, 'a torn line of the spool was left out');
    }
  } finally {
    await file.close();
  }
}

export function parseBatch(text: string): InboxEvent[] | undefined {
  if (!text.endsWith(']')) return undefined;
  try {
    const events: unknown = JSON.parse(text);
    return Array.isArray(events) ? events : undefined;
  } catch {
    return undefined;
  }
}

export type SpoolFile = {
  name: string;
  readonly bytes: number;
  append(batch: string): Promise<void>;
  /** Fails when the disk does. */
  toDisk(): Promise<void>;
  close(): Promise<void>;
};

export async function beginFile(folder: string, name: string, log: Log): Promise<SpoolFile> {
  const file = await open(join(folder, name), 'a', 0o600);
  const disk = syncBeside(file, log);
  let bytes = 0;
  return {
    name,
    get bytes() {
      return bytes;
    },
    async append(batch) {
      // A new line first: what a full disk has torn must not take this batch with it.
      const line = Buffer.from(`\n${batch}\n`);
      await file.appendFile(line);
      bytes += line.length;
      disk.sync();
    },
    toDisk: () => file.datasync(),
    async close() {
      await disk.settled();
      await file.close();
    },
  };
}

/** Beside the writing and not before the next: a slow disk must not keep events in memory. */
function syncBeside(file: FileHandle, log: Log) {
  let dirty = false;
  let running: Promise<void> | undefined;

  async function run(): Promise<void> {
    while (dirty) {
      dirty = false;
      await file.datasync().catch((error: unknown) => log.error({ err: error }, 'the spool could not be synced'));
    }
    running = undefined;
  }
  return {
    sync() {
      dirty = true;
      running ??= run();
    },
    settled: async () => running,
  };
}
