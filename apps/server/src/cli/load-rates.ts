import { readFileSync } from 'node:fs';
import { backgroundContext } from '../platform/background-context.ts';
import { findOrganizationIds } from '../features/contacts/index.ts';
import { convertAgain, readRates, storeRates } from '../features/purchases/index.ts';
import type { Config } from '../platform/config.ts';
import { inTransaction } from '../platform/context.ts';
import { openDatabase } from '../platform/database/database.ts';
import { lockInbox } from '../platform/inbox/drain-queries.ts';

/** Rows written at once. */
const part = 5_000;

/** Reads exchange rates and converts purchases that waited for them, or were converted by older ones. */
export async function loadRatesCommand(config: Config, [path]: string[]): Promise<void> {
  if (!path) throw new Error('Say `waggle load-rates <file.csv>`, with the columns date, currency and rate.');
  const read = readRates(readFileSync(path));
  if ('error' in read) throw new Error(`${path}: ${read.error}`);
  const database = openDatabase(config);
  try {
    for (let at = 0; at < read.rates.length; at += part)
      await storeRates(database.tenant(null), read.rates.slice(at, at + part));
    let changed = 0;
    for (const organizationId of await findOrganizationIds(database.directory))
      changed += await inTransaction(backgroundContext(database, organizationId, 'operator'), async (ctx) => {
        await lockInbox(ctx);
        return convertAgain(ctx);
      });
    console.log(`Loaded ${read.rates.length} rates. ${changed} purchases were converted anew.`);
  } finally {
    await database.close();
  }
}
