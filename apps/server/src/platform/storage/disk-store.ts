import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ObjectStore } from './object-store.ts';

/** One file for each content, in folders by the last two characters of its id: those are random. */
export function createDiskStore(folder: string): ObjectStore {
  const pathOf = (id: string) => join(folder, id.slice(-2), id);

  return {
    async write(id, content) {
      const path = pathOf(id);
      const unfinished = `${path}.unfinished`;
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await writeDurably(unfinished, content);
      await rename(unfinished, path);
      for (const named of [dirname(path), folder]) await syncFolder(named);
    },
    async read(id) {
      return readFile(pathOf(id)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null;
        throw error;
      });
    },
    async remove(id) {
      // A process that was killed in the middle leaves the second.
      for (const path of [pathOf(id), `${pathOf(id)}.unfinished`]) await rm(path, { force: true });
    },
  };
}

async function writeDurably(path: string, content: Buffer): Promise<void> {
  const file = await open(path, 'w', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** The name of the file is durable when its folder is. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
