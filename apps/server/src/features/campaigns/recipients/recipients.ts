import { z } from 'zod';
import { refuseArchivedClient } from '#features/accounts/index.ts';
import type { Context } from '#platform/context.ts';
import { withStatementTimeout } from '#platform/database/statement-timeout.ts';
import { notFound, Problem } from '#platform/problem.ts';
import { type CampaignWithProgress, readCampaign, requireCampaign } from '../campaigns.ts';
import { findMailboxes } from '../mailboxes/queries.ts';
import type { Campaigns } from '../parts.ts';
import { type CampaignRow, countStates, keepProgress, lockCampaign } from '../queries.ts';
import { requireWayOut } from '../readiness.ts';
import { isLedgerKept } from './kept-ledger.sql.ts';
import * as queries from './queries.ts';

type Question = queries.RecipientFilter & { cursor?: string | undefined; limit: number };

export async function listRecipients(ctx: Context, campaignId: string, { cursor, limit, ...filter }: Question) {
  const campaign = await readCampaign(ctx, campaignId);
  const { month } = campaign;
  const isKept = await isLedgerKept(ctx, campaign);
  if (month === null || !isKept) return { items: [], nextCursor: null, total: 0, isKept };
  const after = contactIn(cursor);
  const kept = keptTotal(campaign, filter) ?? (await keptOfMailbox(ctx, campaignId, filter));
  // A walk along a million rows finds that out too.
  if (kept === 0) return { items: [], nextCursor: null, total: 0, isKept };
  const alongTimelines =
    kept !== null &&
    filter.event !== undefined &&
    isOneEvent(filter) &&
    (await queries.areOnTimelines(ctx, campaignId, month, { event: filter.event, people: kept }));
  const question = { ...filter, alongTimelines, after, limit: limit + 1 };
  const rows = await queries.findRecipients(ctx, campaignId, month, question);
  const items = rows.slice(0, limit);
  const total = kept ?? (await queries.countMatching(ctx, campaignId, month, filter));
  return { items, nextCursor: rows.length > limit ? items.at(-1)!.contact_id : null, total, isKept };
}

/** What is kept anyway need not be counted. */
function keptTotal(
  { progress, audience, stats }: CampaignWithProgress,
  filter: queries.RecipientFilter,
): number | null {
  const { search, event, link, mailbox } = filter;
  if (event !== undefined && isOneEvent(filter)) return stats[event] ?? 0;
  if ([search, event, link, mailbox].some((one) => one !== undefined)) return null;
  if (filter.state !== undefined) return progress[filter.state] ?? 0;
  return audience === null ? null : Number(audience);
}

/** The figures of the report, which equal the times in the ledger. */
const isOneEvent = ({ state, search, link, mailbox }: queries.RecipientFilter): boolean =>
  [state, search, link, mailbox].every((one) => one === undefined);

/** The figures by provider, which the report shows, are the totals of their rows. */
async function keptOfMailbox(
  ctx: Context,
  campaignId: string,
  filter: queries.RecipientFilter,
): Promise<number | null> {
  const { state, event, link, mailbox, search } = filter;
  if (mailbox === undefined || search !== undefined || link !== undefined) return null;
  const figure = event === undefined ? 'sent' : event;
  if ((figure === 'sent') !== (state === 'accepted') || figure === 'complained' || figure === 'unsubscribed')
    return null;
  const counted = await findMailboxes(ctx, campaignId);
  if (counted.length === 0) return null;
  return counted.find(({ provider }) => provider === mailbox)?.[figure] ?? 0;
}

export function contactIn(cursor: string | undefined): string | null {
  if (cursor === undefined) return null;
  if (z.uuid().safeParse(cursor).success) return cursor;
  const message = "This page link isn't valid.";
  throw new Problem('invalid_input', message, { fields: { cursor: message } });
}

/** Seconds to find a million again. */
const ledgerSeconds = 120;

export async function retryFailed(campaigns: Campaigns, ctx: Context, campaignId: string) {
  const seen = await requireCampaign(ctx, campaignId);
  requireRetry(seen);
  await requireWayOut(campaigns, ctx, seen);
  const retried = await withStatementTimeout(ctx, ledgerSeconds, async (ctx) => {
    await refuseArchivedClient(ctx, seen.client_id);
    const campaign = await lockCampaign(ctx, campaignId);
    if (!campaign) throw notFound();
    requireRetry(campaign);
    const retried = await queries.retryFailed(ctx, campaignId);
    if (retried > 0) await queries.reopen(ctx, campaignId);
    await ctx.audit?.(ctx, campaignId, retried);
    return retried;
  });
  return { retried, campaign: await readCampaign(ctx, campaignId) };
}

function requireRetry({ status, cancelled_at: cancelled }: CampaignRow): void {
  if (status === 'DRAFT') throw new Problem('wrong_state', "This campaign hasn't been sent yet.");
  if (cancelled !== null) throw new Problem('wrong_state', "A canceled campaign can't be sent again.");
}

type Settled = { contactIds: readonly string[]; as: 'accepted' | 'failed' };

export function settleUncertain(ctx: Context, campaignId: string, { contactIds, as }: Settled) {
  const named = [...new Set(contactIds.map((id) => id.toLowerCase()))];
  return settle(ctx, campaignId, named, as);
}

export const settleAllUncertain = (ctx: Context, campaignId: string, as: Settled['as']) =>
  settle(ctx, campaignId, 'all', as);

async function settle(
  ctx: Context,
  campaignId: string,
  whom: readonly string[] | 'all',
  as: Settled['as'],
): Promise<{ settled: number; campaign: CampaignWithProgress }> {
  const settled = await withStatementTimeout(ctx, ledgerSeconds, async (ctx) => {
    const campaign = await lockCampaign(ctx, campaignId);
    if (!campaign) throw notFound();
    if (whom !== 'all' && (await queries.countRecipients(ctx, campaignId, whom)) !== whom.length) throw notFound();
    const { month, stats } = campaign;
    const settled = await queries.settleUncertain(ctx, campaignId, whom, as);
    if (settled > 0 && stats.progress && month !== null)
      await keepProgress(ctx, campaignId, await countStates(ctx, campaignId, month));
    await ctx.audit?.(ctx, campaignId, settled);
    return settled;
  });
  return { settled, campaign: await readCampaign(ctx, campaignId) };
}
