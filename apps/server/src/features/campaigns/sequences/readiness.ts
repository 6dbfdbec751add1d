import { sequenceLimits } from '@waggle/contracts/campaigns';
import { refuseArchivedClient, requireConfirmedAddress } from '#features/accounts/index.ts';
import { postalAddressOf } from '#features/settings/index.ts';
import type { Context } from '#platform/context.ts';
import { Problem } from '#platform/problem.ts';
import type { Campaigns } from '../parts.ts';
import type { CampaignRow } from '../queries.ts';
import { requireReady, requireWayOut } from '../readiness.ts';
import { recipientsAreThere } from '../references/check-references.ts';
import { findStepEmailProblems, type StepEmailProblem } from '../steps/email-problems.ts';
import { engineOf } from './engine.ts';

/** What a campaign needs that has not started, whichever type it is. */
export async function requireStart(campaigns: Campaigns, ctx: Context, campaign: CampaignRow): Promise<void> {
  if (campaign.sequence === null) await requireReady(campaigns, ctx, campaign);
  else await requireSequence(campaigns, ctx, campaign);
}

/** What one needs that has started and goes on. Emails of a sequence were frozen with their senders. */
export async function requireGoingOn(campaigns: Campaigns, ctx: Context, campaign: CampaignRow): Promise<void> {
  if (campaign.sequence === null) return requireWayOut(campaigns, ctx, campaign);
  await requireConfirmedAddress(ctx);
  await refuseArchivedClient(ctx, campaign.client_id);
}

async function requireSequence(campaigns: Campaigns, ctx: Context, campaign: CampaignRow): Promise<void> {
  await requireConfirmedAddress(ctx);
  await refuseArchivedClient(ctx, campaign.client_id);
  if (!(await postalAddressOf(ctx, campaign.client_id)))
    throw new Problem('not_set_up', 'Add your postal address in Settings. The law requires it in marketing email.');
  if (!(await recipientsAreThere(ctx, campaign.client_id, campaign.recipients)))
    throw new Problem(
      'invalid_input',
      'A tag or segment of this campaign, or something a segment asks for, was deleted. Choose its recipients again.',
    );
  const [problem] = await emailProblems(campaigns, ctx, campaign);
  if (problem !== undefined) throw new Problem('invalid_input', problem);
  await engineOf(campaigns).requireRoom(ctx);
}

/** A sentence for each email that keeps the sequence from starting. */
export async function emailProblems(campaigns: Campaigns, ctx: Context, campaign: CampaignRow): Promise<string[]> {
  const emails = campaign.sequence ?? [];
  if (emails.length < sequenceLimits.least) return ['A sequence needs at least two emails. Add another.'];
  const sentences: string[] = [];
  for (const [at, { campaignId }] of emails.entries()) {
    const [problem] = await findStepEmailProblems(campaigns, ctx, campaignId);
    if (problem) sentences.push(sentenceOf(at + 1, problem));
  }
  return sentences;
}

const sentenceOf = (no: number, problem: StepEmailProblem): string =>
  problem === 'subject-missing'
    ? `Email ${no} has no subject. Open it and write one.`
    : `Email ${no} can't be sent yet. Open it to see why.`;
