import { closeSync, fdatasync, fdatasyncSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Entry, ProcessName } from './entries.ts';

/** Bytes after which a new file is begun, so that old ones can be removed. */
const fileBytes = 64 * 1024 * 1024;

export type JournalFile = {
  readonly process: ProcessName;
  /** In the page cache when it returns, so a killed process loses nothing. Throws when the disk takes no more. */
  write(entry: Entry): void;
  /** On the disk when it returns. */
  writeForGood(entry: Entry): void;
  /** Which database it belongs to from here on. */
  join(installationId: string, epoch: number): void;
  /** The database has taken this beat. */
  beat(no: number): void;
  /** What was written before is on the disk when it resolves. */
  sync(): Promise<void>;
  close(): void;
};

export const beatFileOf = (id: string) => `${id}.beat`;
const nameOf = (id: string, part: number) => `${id}.${String(part).padStart(4, '0')}.jsonl`;

/** The journal of one start of a process: lines of JSON in numbered files, and the last beat in a file of its own. */
export function beginJournal(folder: string, process: ProcessName): JournalFile {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  /** Each file begins with them, so that it says by itself whose it is. */
  let heading: Entry[] = [{ k: 'head', startedAt: Date.now(), ...process }];
  let part = 1;
  let bytes = 0;
  const first = openFirst(folder, process, heading);
  const { beatFile } = first;
  let { file } = first;
  let isSynced = true;
  /** Whether a beat stands behind the last entry. */
  let isBeaten = true;

  function append(to: number, entry: Entry): void {
    bytes += writeLine(to, entry);
  }

  function rotate(): void {
    const full = file;
    bytes = 0;
    file = openWith(join(folder, nameOf(process.id, part + 1)), heading);
    part += 1;
    closeSync(full);
  }

  function write(entry: Entry): void {
    append(file, entry);
    isSynced = false;
    isBeaten = false;
    if (bytes > fileBytes) rotate();
  }

  return {
    process,
    write,
    writeForGood(entry) {
      write(entry);
      fdatasyncSync(file);
    },
    join(installationId, epoch) {
      heading = [heading[0]!, { k: 'joined', installationId, epoch }];
      rotate();
    },
    beat(no) {
      // An idle process adds nothing to its files.
      if (!isBeaten) append(file, { k: 'beat', no });
      isBeaten = true;
      writeSync(beatFile, Buffer.from(String(no).padEnd(20)), 0, 20, 0);
    },
    async sync() {
      if (isSynced) return;
      isSynced = true;
      await promisify(fdatasync)(file);
    },
    close() {
      closeSync(file);
      closeSync(beatFile);
    },
  };
}

function openFirst(folder: string, { id }: ProcessName, heading: readonly Entry[]) {
  const beatFile = openSync(join(folder, beatFileOf(id)), 'w', 0o600);
  try {
    return { beatFile, file: openWith(join(folder, nameOf(id, 1)), heading) };
  } catch (error) {
    closeSync(beatFile);
    rmSync(join(folder, beatFileOf(id)), { force: true });
    throw error;
  }
}

/** A full disk leaves no file behind, nor an open one: it is tried again each second for as long as the disk is full. */
function openWith(path: string, heading: readonly Entry[]): number {
  const file = openSync(path, 'a', 0o600);
  try {
    for (const entry of heading) writeLine(file, entry);
    return file;
  } catch (error) {
    closeSync(file);
    rmSync(path, { force: true });
    throw error;
  }
}

/** Answers its bytes. A new line first: what a full disk has torn must not take this entry with it. */
function writeLine(to: number, entry: Entry): number {
  const line = Buffer.from(`\n${JSON.stringify(entry)}\n`);
  if (writeSync(to, line) < line.length) throw new Error('The journal could not be written whole.');
  return line.length;
}
