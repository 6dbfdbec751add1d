import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folders = new Map<string, string>();
process.once('exit', () => {
  for (const folder of folders.values()) rmSync(folder, { recursive: true, force: true });
});

/** One journal folder for each database: under that of another, a database looks like a backup. */
export function journalOf(databaseUrl: string): string {
  const folder = folders.get(databaseUrl) ?? mkdtempSync(join(tmpdir(), 'waggle-journal-'));
  folders.set(databaseUrl, folder);
  return folder;
}
