import type { Context } from '#platform/context.ts';
import { enqueue } from '#platform/jobs/job.ts';
import { createLimiter } from '#platform/jobs/limiter.ts';
import { Problem } from '#platform/problem.ts';
import { requireCampaign } from '../campaigns.ts';
import type { Line } from '../check/lines.ts';
import { type CompiledCampaign, compileCampaign } from '../content/compile-campaign.ts';
import type { Campaigns } from '../parts.ts';
import type { CampaignRow } from '../queries.ts';
import { findCampaign } from '../queries.ts';
import { checkableAddresses, hashOf } from './addresses.ts';
import { checkLinks } from './jobs.ts';
import { linkAnswerLines } from './lines.ts';
import type { LinkAsker } from './link-asker.ts';
import { findLinkChecks, forgetOtherLinks, keepLinkCheck, makeDue } from './queries.ts';

/** What is known of the links. A worker is told to ask for what is not, and nobody waits for it here. */
export async function knownLinkLines(
  { settings }: Campaigns,
  ctx: Context,
  { id: campaignId, status }: CampaignRow,
  compiled: CompiledCampaign,
): Promise<Line[]> {
  const addresses =
    status === 'DRAFT' ? checkableAddresses(settings.config, compiled.addresses, await settings.hosts.current()) : [];
  if (addresses.length === 0) return [];
  const lines = linkAnswerLines(addresses, await findLinkChecks(ctx, campaignId));
  if (lines.some(({ level }) => level === 'waiting'))
    await enqueue(ctx, checkLinks, { campaignId }, { singletonKey: campaignId });
  return lines;
}

/** Asks again what did not work. */
export async function recheckLinks(ctx: Context, campaignId: string): Promise<void> {
  await requireCampaign(ctx, campaignId);
  await makeDue(ctx, campaignId);
  await enqueue(ctx, checkLinks, { campaignId }, { singletonKey: campaignId });
}

/** Seconds until a link is asked again by itself: what works for hours, what does not sooner. */
const again = { works: 12 * 3_600, fails: 3_600, postponed: 600 };
/** Milliseconds all links of an email together may take; the rest is asked another time. */
const budgetMs = 75_000;
/** Links of one email that are asked at the same time. */
const atOnce = 8;

/** Asks what is not known or no longer fresh, and keeps each answer as it comes. */
export async function askLinks(
  campaigns: Campaigns,
  ctx: Context,
  { campaignId, ask, signal }: { campaignId: string; ask: LinkAsker; signal: AbortSignal },
): Promise<void> {
  const campaign = await findCampaign(ctx, campaignId);
  if (campaign?.status !== 'DRAFT') return;
  const addresses = await addressesOf(campaigns, ctx, campaign);
  await forgetOtherLinks(ctx, campaignId, addresses.map(hashOf));
  const known = await findLinkChecks(ctx, campaignId);
  const due = addresses.filter((address) => known.get(hashOf(address).toString('hex'))?.isDue ?? true);

  const limiter = createLimiter(atOnce);
  const within = AbortSignal.any([signal, AbortSignal.timeout(budgetMs)]);
  await Promise.all(
    due.map((address) =>
      limiter(async () => {
        const answer = await ask(ctx.organizationId, address, within);
        signal.throwIfAborted();
        const status = answer.outcome === 'answered' ? answer.status : null;
        const works = status !== null && status < 400;
        const againInSeconds = answer.outcome === 'postponed' ? again.postponed : works ? again.works : again.fails;
        const addressHash = hashOf(address);
        await keepLinkCheck(ctx, campaignId, { addressHash, outcome: answer.outcome, status, againInSeconds });
      }),
    ),
  );
}

/** None of what cannot be compiled: it cannot be sent either. */
async function addressesOf(campaigns: Campaigns, ctx: Context, campaign: CampaignRow): Promise<string[]> {
  try {
    const { addresses } = await compileCampaign(campaigns, ctx, campaign);
    const { config, hosts } = campaigns.settings;
    return checkableAddresses(config, addresses, await hosts.current());
  } catch (error) {
    if (error instanceof Problem && error.code === 'too_complex') return [];
    throw error;
  }
}
