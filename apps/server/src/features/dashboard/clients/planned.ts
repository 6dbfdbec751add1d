import type { Context } from '#platform/context.ts';
import { findNextCampaigns } from '../../campaigns/index.ts';

/** The next campaign of a client, if one is planned. */
export type Planned = (clientId: string) => { id: string; name: string; at: string } | null;

export async function readPlanned(ctx: Context): Promise<Planned> {
  const next = await findNextCampaigns(ctx);
  return (clientId) => {
    const campaign = next.get(clientId);
    return campaign ? { id: campaign.id, name: campaign.name, at: campaign.at.toISOString() } : null;
  };
}
