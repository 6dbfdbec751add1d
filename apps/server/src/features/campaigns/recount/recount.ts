import type { Context } from '#platform/context.ts';
import { Problem } from '#platform/problem.ts';
import { requireCampaign } from '../campaigns.ts';
import { firstKeptMonth } from './kept-months.ts';
import { type Difference, recountFigures } from './recount-figures.ts';
import { recountMails } from './recount-mails.ts';

/**
 * Derives everything that is kept of a sent campaign anew from what happened to its mails, and answers what differed.
 * Mails first, in stretches that commit one by one, then the figures. Running it again changes nothing.
 */
export async function recountCampaign(ctx: Context, campaignId: string): Promise<Difference[]> {
  const { month, client_id: clientId } = await requireCampaign(ctx, campaignId);
  if (month === null) throw new Problem('wrong_state', "This campaign hasn't been sent yet.");
  if (month < firstKeptMonth(ctx.now()))
    throw new Problem('wrong_state', "The details of these emails are no longer kept, so their stats can't change.");
  const ledger = { campaignId, clientId, month };

  const { deliveryEvents, mails } = await recountMails(ctx, ledger);
  const repaired = [
    { where: 'engagement_events', what: 'label', rows: deliveryEvents, by: 0 },
    { where: 'campaign_sends', what: 'times', rows: mails, by: 0 },
  ];
  return [...repaired.filter(({ rows }) => rows > 0), ...(await recountFigures(ctx, ledger))];
}
