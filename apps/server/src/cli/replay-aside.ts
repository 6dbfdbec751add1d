import { join } from 'node:path';
import type { Config } from '../platform/config.ts';
import { openDatabase } from '../platform/database/database.ts';
import { replayAside } from '../platform/inbox/replay-aside.ts';

/** On the machine of the edge, whose folder holds the file. */
export async function replayAsideCommand(config: Config): Promise<void> {
  const database = openDatabase(config);
  try {
    const { accepted, known, refused } = await replayAside(database, join(config.EDGE_DATA, 'spool'));
    console.log(`${accepted} events accepted, ${known} of them were known already.`);
    for (const [reason, events] of refused) console.log(`${events} refused and kept in aside.jsonl: ${reason}`);
    if (refused.size > 0) process.exitCode = 1;
  } finally {
    await database.close();
  }
}
