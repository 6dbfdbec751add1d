import type { Config } from '../platform/config.ts';
import { openDatabase } from '../platform/database/database.ts';
import { scenarios } from '../../db/seed/scenarios.ts';

export async function seedCommand(config: Config, name: string): Promise<void> {
  if (config.WAGGLE_MODE === 'production')
    throw new Error('Sample people have a password everyone can read. Set WAGGLE_MODE=demo to add them.');
  const scenario = scenarios[name];
  if (!scenario) throw new Error(`There is no scenario "${name}". Known: ${Object.keys(scenarios).join(', ')}.`);
  const database = openDatabase(config);
  try {
    for (const line of await scenario(database)) console.log(line);
  } finally {
    await database.close();
  }
}
