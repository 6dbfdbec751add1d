import { z } from 'zod';
import { backgroundContext } from '../features/campaigns/background-context.ts';
import { recountCampaign } from '../features/campaigns/recount/recount.ts';
import type { Config } from '../platform/config.ts';
import { openDatabase } from '../platform/database/database.ts';

const Ids = z.tuple(
  [z.uuid(), z.uuid()],
  'Say `waggle recount-campaign <organization> <campaign>`, both by their ids.',
);

/** Says what differed, which is nothing unless something was damaged or the rules have changed. */
export async function recountCampaignCommand(config: Config, args: string[]): Promise<void> {
  const [organizationId, campaignId] = Ids.parse(args);
  const database = openDatabase(config);
  try {
    const differences = await recountCampaign(backgroundContext(database, organizationId, 'operator'), campaignId);
    if (differences.length === 0) console.log('Every figure is what the facts say.');
    else console.table(differences);
  } finally {
    await database.close();
  }
}
