import type { HoldReason } from '@waggle/contracts/campaign-holds';
import { type Context, inTransaction } from '#platform/context.ts';
import { emit } from '#platform/outbox/outbox.ts';
import { campaignHeld } from './events.ts';
import { moveCampaign } from './queries.ts';

/** Paused with a reason a person must read before it goes on. False when it was not going on. */
export const holdCampaign = (ctx: Context, campaignId: string, holdReason: HoldReason): Promise<boolean> =>
  inTransaction(ctx, async (ctx) => {
    const held = await moveCampaign(ctx, campaignId, { from: 'ACTIVE', to: 'PAUSED', holdReason });
    if (held) await emit(ctx, campaignHeld, { campaignId, clientId: held.client_id, reason: holdReason });
    return held !== undefined;
  });
