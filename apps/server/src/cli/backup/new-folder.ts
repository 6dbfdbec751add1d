import { mkdir, mkdtemp, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { Refusal } from '../refusal.ts';

/** Refuses a place where something is: nothing is ever overwritten. */
export async function requireFree(folder: string): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw new Refusal(`${folder} cannot be used as a folder: ${error.message}`, { cause: error });
  });
  if (names.length > 0) throw new Refusal(`${folder} is not empty. Nothing is ever overwritten: name a new folder.`);
}

/** Fills a folder under a temporary name beside its own, and renames it when everything is there. */
export async function fillFolder(folder: string, fill: (unfinished: string) => Promise<void>): Promise<void> {
  await requireFree(folder);
  const path = resolve(folder);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const unfinished = await mkdtemp(`${path}.unfinished-`);
  try {
    await fill(unfinished);
    // A folder that exists by now and is not empty makes this fail.
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
  await syncFolder(dirname(path));
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
