import { appendFile, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../log.ts';
import type { InboxEvent } from './event.ts';
import { createMutex } from '../mutex.ts';
import { type Batch, batchesOf, beginFile, type SpoolFile } from './spool-file.ts';

/** Bytes after which a new file is begun: what is told again after a crash stays small. */
const fileBytes = 8 * 1024 * 1024;

export type Spool = {
  /** Events that wait; those of an earlier process are counted soon after the start. */
  readonly events: number;
  readonly isEmpty: boolean;
  /** Nothing waits behind the file that is being told. */
  readonly isLastFile: boolean;
  /** Seconds since the oldest waiting file was begun; 0 when nothing waits. */
  oldestSeconds(): number;
  /** Written when it resolves: a killed process loses nothing of it. Safe from a power cut one sync of the disk later. */
  append(batch: string, events: number): Promise<void>;
  /** On the disk when it resolves: not even a power cut loses it. */
  appendForGood(batch: string, events: number): Promise<void>;
  /** The oldest file, closed to further events. */
  oldest(): Promise<string | undefined>;
  batches(name: string): AsyncGenerator<Batch>;
  /** Told to the end: the file goes. */
  done(name: string): Promise<void>;
  /** Kept for a person, out of the way of the rest. */
  setAside(events: readonly InboxEvent[]): Promise<void>;
  close(): Promise<void>;
};

/** Batches as lines of JSON in numbered files, for as long as the database is away. One process to a folder. */
export async function openSpool(folder: string, log: Log): Promise<Spool> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const names = (await readdir(folder)).filter((name) => /^\d{16}\.jsonl$/.test(name)).sort();
  const counts = new Map(names.map((name) => [name, 0]));
  const inTurn = createMutex();
  let writing: SpoolFile | undefined;

  async function begin(): Promise<SpoolFile> {
    const name = nameAfter(names.at(-1));
    const file = await beginFile(folder, name, log);
    names.push(name);
    counts.set(name, 0);
    return file;
  }

  async function seal(): Promise<void> {
    const sealed = writing;
    writing = undefined;
    await sealed?.close();
  }

  async function write(batch: string, events: number): Promise<SpoolFile> {
    if (writing && writing.bytes > fileBytes) await seal();
    writing ??= await begin();
    await writing.append(batch);
    counts.set(writing.name, counts.get(writing.name)! + events);
    return writing;
  }

  const batches = (name: string) => batchesOf(join(folder, name), log);
  void countAll([...names], counts, batches);

  return {
    get events() {
      return [...counts.values()].reduce((sum, count) => sum + count, 0);
    },
    get isEmpty() {
      return names.length === 0;
    },
    get isLastFile() {
      return names.length <= 1 && writing === undefined;
    },
    oldestSeconds: () => (names[0] === undefined ? 0 : (Date.now() - Number.parseInt(names[0], 10)) / 1_000),
    append: (batch, events) => inTurn(async () => void (await write(batch, events))),
    appendForGood: (batch, events) => inTurn(async () => (await write(batch, events)).toDisk()),
    oldest: () =>
      inTurn(async () => {
        if (writing?.name === names[0]) await seal();
        return names[0];
      }),
    batches,
    done: (name) =>
      inTurn(async () => {
        await rm(join(folder, name));
        names.splice(names.indexOf(name), 1);
        counts.delete(name);
      }),
    setAside: (events) => appendFile(join(folder, 'aside.jsonl'), `${JSON.stringify(events)}\n`, { mode: 0o600 }),
    close: () => inTurn(seal),
  };
}

/** The millisecond of its beginning: the order of the names is that of the events, even when the clock is set back. */
const nameAfter = (last = '0'): string =>
  `${String(Math.max(Date.now(), Number.parseInt(last, 10) + 1)).padStart(16, '0')}.jsonl`;

/** What an earlier process left. A file that is told and gone meanwhile needs no count any more. */
async function countAll(
  names: readonly string[],
  counts: Map<string, number>,
  batches: (name: string) => AsyncGenerator<Batch>,
): Promise<void> {
  for (const name of names) {
    let count = 0;
    try {
      for await (const { events } of batches(name)) count += events.length;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
    if (counts.has(name)) counts.set(name, count);
  }
}
