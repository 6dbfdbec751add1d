import type { Config } from '../platform/config.ts';
import { openDatabase } from '../platform/database/database.ts';
import { listDeadLetters, replayDeadLetters } from '../platform/jobs/dead-letters.ts';

export async function jobsCommand(config: Config, [command, name, id]: readonly string[]): Promise<void> {
  const database = openDatabase(config);
  const filter = { ...(name && { job: name }), ...(id && { id }) };
  try {
    if (command === 'dead') console.table(await listDeadLetters(database, filter));
    else if (command === 'replay')
      console.log(`${await replayDeadLetters(database, filter)} jobs will be tried again.`);
    else throw new Error('Say `waggle jobs dead [name]` or `waggle jobs replay [name] [id]`.');
  } finally {
    await database.close();
  }
}
