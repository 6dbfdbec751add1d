import type { Context } from '#platform/context.ts';
import type { Campaigns } from '../parts.ts';
import type { CampaignRow } from '../queries.ts';
import { nameOf } from './emails.ts';
import { engineOf } from './engine.ts';
import * as queries from './queries.ts';

type Parts = Pick<Campaigns, 'sequences'>;

export async function openSequence(parts: Parts, ctx: Context, campaign: CampaignRow): Promise<void> {
  const { id, name, client_id: clientId, sending_window: window, sequence } = campaign;
  const emails = sequence ?? [];
  await queries.nameEmails(
    ctx,
    emails.map(({ campaignId }, at) => ({ campaignId, name: nameOf(campaign, at + 1) })),
  );
  await engineOf(parts).open(ctx, { id, clientId, name, emails, window });
}

/** Nobody goes on, and emails that are queued wait. */
export async function pauseSequence(parts: Parts, ctx: Context, campaignId: string): Promise<void> {
  await queries.lockGoing(ctx, campaignId);
  await engineOf(parts).pause(ctx, campaignId);
  await queries.pauseSendings(ctx, campaignId);
}

export async function resumeSequence(parts: Parts, ctx: Context, campaignId: string): Promise<void> {
  await queries.lockGoing(ctx, campaignId);
  await engineOf(parts).resume(ctx, campaignId);
  await queries.resumeSendings(ctx, campaignId);
}
