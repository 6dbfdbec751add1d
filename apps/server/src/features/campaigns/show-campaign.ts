import type { Campaign } from '@waggle/contracts/campaigns';
import type { Context } from '#platform/context.ts';
import type { CampaignWithProgress } from './campaigns.ts';
import { namesOf } from './names/names.ts';
import type { Campaigns } from './parts.ts';
import { presentCampaign } from './present.ts';

/** As every call answers it that read or changed one. */
export const showCampaign = async (parts: Campaigns, ctx: Context, row: CampaignWithProgress): Promise<Campaign> =>
  presentCampaign(row, await namesOf(parts, ctx, [row]));
