import { closeSync, fdatasync, fdatasyncSync, mkdirSync, openSync, writeSync } from 'node:fs';
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
  const beatFile = openSync(join(folder, beatFileOf(process.id)), 'w', 0o600);
  /** Each file begins with them, so that it says by itself whose it is. */
  let heading: Entry[] = [{ k: 'head', startedAt: Date.now(), ...process }];
  let part = 0;
  let bytes = 0;
  let file = openPart();
  let isSynced = true;
  /** Whether a beat stands behind the last entry. */
  let isBeaten = true;

  function openPart(): number {
    part += 1;
    bytes = 0;
    const opened = openSync(join(folder, nameOf(process.id, part)), 'a', 0o600);
    for (const entry of heading) append(opened, entry);
    return opened;
  }

  function append(to: number, entry: Entry): void {
    // A new line first: what a full disk has torn must not take this entry with it.
    const line = Buffer.from(`\n${JSON.stringify(entry)}\n`);
    if (writeSync(to, line) < line.length) throw new Error('The journal could not be written whole.');
    bytes += line.length;
  }

  function rotate(): void {
    const full = file;
    file = openPart();
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
