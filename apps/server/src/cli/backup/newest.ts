import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { postgresManifest, readManifest } from './manifest.ts';

type Found = { folder: string; takenAt: Date };

/** The newest finished backup in a folder or directly below it, of `waggle backup` or of pg_basebackup. */
export async function findNewestBackup(folder: string): Promise<Found | null> {
  const names = await readdir(folder).catch(() => []);
  const found = await Promise.all([folder, ...names.map((name) => join(folder, name))].map(lookInto));
  return found
    .filter((one) => one !== null)
    .reduce<Found | null>((newest, one) => (newest && newest.takenAt >= one.takenAt ? newest : one), null);
}

async function lookInto(folder: string): Promise<Found | null> {
  const manifest = await readManifest(folder).catch(() => null);
  if (manifest) return { folder, takenAt: new Date(manifest.takenAt) };
  // pg_basebackup writes its list last. In a backup of ours that is not finished it stays in a folder below.
  const list = await stat(join(folder, postgresManifest)).catch(() => null);
  return list ? { folder, takenAt: list.mtime } : null;
}
