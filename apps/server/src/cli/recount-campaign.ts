import { z } from 'zod';
import { readCampaignSubject, recountCampaign } from '../features/campaigns/index.ts';
import { backgroundContext } from '../platform/background-context.ts';
import { asOperator } from '../platform/audit/audit.ts';
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
    const operator = backgroundContext(database, organizationId, 'operator');
    const ctx = asOperator(operator, readCampaignSubject, { action: 'campaigns.recount', entityType: 'campaign' });
    const differences = await recountCampaign(ctx, campaignId);
    await ctx.audit?.(ctx, campaignId);
    if (differences.length === 0) console.log('Every figure is what the facts say.');
    else console.table(differences);
  } finally {
    await database.close();
  }
}
