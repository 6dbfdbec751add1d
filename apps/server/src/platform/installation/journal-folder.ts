import { randomUUID } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../log.ts';
import type { Entry, ProcessName } from './entries.ts';
import { beatFileOf } from './journal-file.ts';

/** What a folder still knows of one start of a process. */
export type JournalledProcess = ProcessName & {
  startedAt: number;
  /** Null while it has not reached its database yet. */
  installationId: string | null;
  epoch: number;
  /** The last beat the database took, as far as the folder knows. */
  beat: number;
  files: string[];
};

/** The folder's own name, which outlives every process that writes into it. */
export function folderIdOf(folder: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, 'folder.json');
  if (!existsSync(path)) nameFolder(folder, path);
  const named = parse(readFileSync(path, 'utf8')) as { id: string } | undefined;
  if (named?.id) return named.id;
  throw new Error(
    `${path} has no name in it, as after a full disk. Remove this file and start again: a new one is made.`,
  );
}

/** The file appears whole or not at all: processes that begin at once read what the first of them has written. */
function nameFolder(folder: string, path: string): void {
  const id = randomUUID();
  const draft = join(folder, `${id}.folder`);
  writeFileSync(draft, JSON.stringify({ id }), { mode: 0o600, flush: true });
  try {
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
}

const filePattern = /^([0-9a-f-]{36})\.\d{4,}\.jsonl$/;

/** Every process that wrote into the folder, oldest first. Reads the first lines of each file and no more. */
export async function readFolder(folder: string, log: Log): Promise<JournalledProcess[]> {
  const files = Map.groupBy(
    readdirSync(folder)
      .filter((name) => filePattern.test(name))
      .toSorted(),
    (name) => name.slice(0, 36),
  );
  const found = await Promise.all([...files].map(([id, names]) => readProcess(folder, id, names, log)));
  return found.filter((each) => each !== undefined).toSorted((one, other) => one.startedAt - other.startedAt);
}

/** Lines at the beginning of a file that say whose it is. */
const headingLines = 2;

async function readProcess(
  folder: string,
  id: string,
  files: string[],
  log: Log,
): Promise<JournalledProcess | undefined> {
  let known: JournalledProcess | undefined;
  for (const name of files) {
    let line = 0;
    for await (const entry of entriesOf(folder, [name], log)) {
      if (entry.k === 'head') {
        const { k: _, ...head } = entry;
        known ??= { ...head, installationId: null, epoch: 0, beat: beatOf(folder, id), files };
      }
      if (entry.k === 'joined' && known) {
        known.installationId = entry.installationId;
        known.epoch = entry.epoch;
      }
      if ((line += 1) >= headingLines) break;
    }
  }
  return known;
}

function beatOf(folder: string, id: string): number {
  const path = join(folder, beatFileOf(id));
  return existsSync(path) ? Number(readFileSync(path, 'utf8').trim()) || 0 : 0;
}

/** What the files say, in order. A process that was killed in the middle of a line has left half of it, which says nothing. */
export async function* entriesOf(folder: string, files: readonly string[], log: Log): AsyncGenerator<Entry> {
  for (const name of files) {
    const file = await open(join(folder, name));
    try {
      for await (const line of file.readLines({ autoClose: false })) {
        const entry = line === '' ? undefined : (parse(line) as Entry | undefined);
        if (entry) yield entry;
        else if (line !== '')
          log.warn({ file: name, characters: line.length }, 'a torn line of a journal was left out');
      }
    } finally {
      await file.close();
    }
  }
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** Removes what is so old that no backup of that age is restored any more; of a process that lives, the last file stays. */
export function forgetOldFiles(folder: string, days: number): void {
  const oldest = Date.now() - days * 86_400_000;
  const isOld = (name: string) => {
    const stats = statSync(join(folder, name), { throwIfNoEntry: false });
    return stats !== undefined && stats.mtimeMs < oldest;
  };
  const names = readdirSync(folder).toSorted();
  for (const [id, files] of Map.groupBy(
    names.filter((name) => filePattern.test(name)),
    (name) => name.slice(0, 36),
  )) {
    const isOver = isOld(names.includes(beatFileOf(id)) ? beatFileOf(id) : files.at(-1)!);
    for (const name of isOver ? files : files.slice(0, -1))
      if (isOld(name)) rmSync(join(folder, name), { force: true });
    if (isOver) rmSync(join(folder, beatFileOf(id)), { force: true });
  }
}
