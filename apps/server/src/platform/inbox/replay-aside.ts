import { appendFile, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../database/database.ts';
import type { InboxEvent } from './event.ts';
import { parseBatch } from './spool-file.ts';
import { deliverEvents } from './deliver-events.ts';

export type Replayed = {
  accepted: number;
  /** Of those accepted, how many the inbox had already. */
  known: number;
  /** How many were refused, by reason. */
  refused: Map<string, number>;
};

/**
 * Tells the database again what an edge has set aside. What it refuses once more stays in `aside.jsonl`. The edge may run:
 * it begins a new file while this one is told. Ended in the middle, the next call goes on.
 */
export async function replayAside(database: Database, folder: string): Promise<Replayed> {
  const replayed: Replayed = { accepted: 0, known: 0, refused: new Map() };
  const names = await readdir(folder);
  if (names.includes('aside.jsonl')) {
    const taken = `aside-${Date.now()}.jsonl`;
    await rename(join(folder, 'aside.jsonl'), join(folder, taken));
    names.push(taken);
  }
  for (const name of names.filter((name) => /^aside-\d+\.jsonl$/.test(name)).sort())
    await replayFile(database, folder, join(folder, name), replayed);
  return replayed;
}

async function replayFile(database: Database, folder: string, path: string, replayed: Replayed): Promise<void> {
  const keep = (line: string) => appendFile(join(folder, 'aside.jsonl'), `${line}\n`, { mode: 0o600 });
  const refuse = async (line: string, reason: string) => {
    await keep(line);
    replayed.refused.set(reason, (replayed.refused.get(reason) ?? 0) + 1);
  };
  const accepted = (events: number, added: number) => {
    replayed.accepted += events;
    replayed.known += events - added;
  };
  const refused = (event: InboxEvent, reason: string) => refuse(JSON.stringify([event]), reason);

  const { size } = await stat(path);
  const file = await open(path);
  try {
    for await (const line of file.readLines({ autoClose: false })) {
      if (line === '') continue;
      const events = parseBatch(line);
      if (events) await deliverEvents(database, line, events, { accepted, refused });
      else await refuse(line, 'the line cannot be read');
    }
  } finally {
    await file.close();
  }
  // An edge that had the file open when it was renamed may have written behind what was read: the next call tells it.
  if ((await stat(path)).size === size) await rm(path);
}
