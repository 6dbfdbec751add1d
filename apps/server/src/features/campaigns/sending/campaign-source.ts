import type { Recovered, SenderParts, SendSource } from '#features/delivery/index.ts';
import type { Database } from '#platform/database/database.ts';
import { backgroundContext } from '#platform/background-context.ts';
import * as figures from './figures/queries.ts';
import * as queries from './queries.ts';

/** Undefined when there is nothing to send after all. */
type OpenCampaign = (live: queries.LiveCampaign) => Promise<SenderParts | undefined>;

/** The campaigns of the installation, for delivery to send. */
export const campaignSource = (database: Database, open: OpenCampaign): SendSource => ({
  live: async () =>
    (await queries.liveCampaigns(database.sweep)).map(({ connections, ...live }) => ({
      organizationId: live.organizationId,
      id: live.campaignId,
      version: connections,
      open: () => open(live),
    })),
  recoverExpired: () => recoverExpired(database),
  backlog: (atMost) => figures.backlog(database.sweep, atMost),
});

async function recoverExpired(database: Database): Promise<Recovered[]> {
  const recovered: Recovered[] = [];
  for (const organizationId of await queries.organizationsWithExpiredLeases(database.sweep)) {
    const ctx = backgroundContext(database, organizationId, 'campaigns.recover');
    recovered.push({ organizationId, ...(await queries.recoverExpired(ctx)) });
  }
  return recovered;
}
