import { connectionFor } from '#features/settings/index.ts';
import type { Context } from '#platform/context.ts';
import { Problem } from '#platform/problem.ts';
import { requireCampaign } from '../campaigns.ts';
import type { Campaigns } from '../parts.ts';
import type { Way } from './present.ts';
import { findFromDomain } from './queries.ts';

/** The way emails of a campaign leave by today's connections, which is kept with none of them: the provider that reports on them, or the host of the server. */
export async function wayOf({ settings }: Campaigns, ctx: Context, campaignId: string): Promise<Way> {
  const { connection_id: connectionId, client_id: clientId } = await requireCampaign(ctx, campaignId);
  const domain = await findFromDomain(ctx, campaignId);
  try {
    const transport = await connectionFor(settings, ctx, { connectionId, clientId });
    return { domain, provider: transport.kind === 'ses' ? 'ses' : transport.host };
  } catch (error) {
    // Deleted since.
    if (error instanceof Problem) return { domain, provider: null };
    throw error;
  }
}
