import type { Recovered, SenderParts, SendSource } from '#features/delivery/index.ts';
import type { Database } from '#platform/database/database.ts';
import { backgroundContext } from '#platform/background-context.ts';
import { eachApart } from '#platform/each-apart.ts';
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
  recoverExpired: (tell) => recoverExpired(database, tell),
  backlog: (atMost) => figures.backlog(database.sweep, atMost),
});

async function recoverExpired(database: Database, tell: (recovered: Recovered) => void): Promise<void> {
  await eachApart(await queries.organizationsWithExpiredLeases(database.sweep), undefined, async (organizationId) => {
    const ctx = backgroundContext(database, organizationId, 'campaigns.recover');
    tell({ organizationId, ...(await queries.recoverExpired(ctx)) });
  });
}
