import { isDeepStrictEqual } from 'node:util';
import type { Context } from '#platform/context.ts';
import { type CampaignFields, type CampaignRow, lockCampaign, updateDraft } from '../queries.ts';
import { keepVersions, saysSomethingElse } from '../versions/keep-versions.ts';
import { findContent, type StepContent } from './queries.ts';

/**
 * The draft says and is sent again as it was frozen. What it said before stays among its versions. A sender or connection that is gone
 * since leaves that of the organization.
 */
export async function restoreStepEmail(ctx: Context, campaignId: string, content: StepContent): Promise<void> {
  const draft = await lockCampaign(ctx, campaignId);
  const frozen = await findContent(ctx, content);
  if (draft?.automation_id !== content.automationId || draft.status !== 'DRAFT' || !frozen) return;
  const change = frozen as Partial<CampaignFields>;
  if (!isOther(draft, change)) return;
  await updateDraft(ctx, campaignId, change);
  if (saysSomethingElse(draft, change)) await keepVersions(ctx, draft, true);
}

const isOther = (draft: CampaignRow, change: Partial<CampaignFields>): boolean =>
  !isDeepStrictEqual({ ...draft, ...change }, draft);
