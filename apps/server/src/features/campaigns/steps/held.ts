import type { Context } from '#platform/context.ts';
import { changeStatus } from '../lifecycle.ts';
import type { Campaigns } from '../parts.ts';
import type { Acknowledgement } from '../sending/reputation/acknowledge.ts';
import { findHeldStepCampaigns } from './queries.ts';

/** What holds an automation whose emails cannot leave: they go on together, by the rules of any campaign. Answers how many did. */
export async function resumeStepCampaigns(
  campaigns: Campaigns,
  ctx: Context,
  automationId: string,
  acknowledge?: Acknowledgement,
): Promise<number> {
  const held = await findHeldStepCampaigns(ctx, { automationId });
  for (const { campaignId, hold } of held) {
    const said = acknowledge?.hold === hold ? { acknowledge } : {};
    await changeStatus(campaigns, ctx, campaignId, { status: 'ACTIVE', ...said });
  }
  return held.length;
}
