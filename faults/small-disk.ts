import { execFileSync } from 'node:child_process';
import { chmodSync, closeSync, mkdirSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type SmallDisk = {
  folder: string;
  /** Not a byte is left when it returns. */
  fill(): void;
  makeRoom(): void;
  remove(): void;
};

/** A file system in memory of that many megabytes. Mounting needs root. */
export function createSmallDisk(name: string, megabytes: number): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), `waggle-${name}-`));
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder]);
  // PostgreSQL runs as somebody else than root.
  chmodSync(folder, 0o777);
  const filler = join(folder, 'filler');
  return {
    folder,
    fill() {
      const file = openSync(filler, 'a');
      try {
        for (const chunk of [1_048_576, 4_096]) writeUntilFull(file, Buffer.alloc(chunk));
      } finally {
        closeSync(file);
      }
      if (statfsSync(folder).bfree > 0) throw new Error('The disk is not full.');
    },
    makeRoom: () => rmSync(filler, { force: true }),
    remove() {
      execFileSync('umount', ['--lazy', folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function writeUntilFull(file: number, bytes: Buffer): void {
  try {
    for (;;) if (writeSync(file, bytes) < bytes.length) return;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
}

/** A folder on a small disk that a cluster of PostgreSQL can live in. */
export function clusterFolder({ folder }: SmallDisk): string {
  const cluster = join(folder, 'cluster');
  mkdirSync(cluster);
  return cluster;
}
