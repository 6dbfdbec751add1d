import type { readCampaignReport, reportSpans } from '@waggle/contracts/campaign-report';
import type { ReplyInput } from '@waggle/contracts/endpoint';
import { devices } from '@waggle/contracts/qr-codes';
import { type EmailMetric, findTimezone, metric } from '#features/engagement/index.ts';
import type { Context } from '#platform/context.ts';
import { findMailboxes } from '../mailboxes/queries.ts';
import { keptStats } from './kept-stats.ts';
import { type Cut, findCuts, findEarlier } from './queries.ts';
import { readerHours } from './reader-hours.ts';
import { requireReported } from './reported-campaign.ts';

/** Campaigns it is compared with. */
const compared = 5;

const { opens, clicks, machineOpens, unsureOpens, machineClicks, unsureClicks } = metric.email;

/** Everything but the ledger, from roll-ups and kept figures: as quick for a million emails as for ten. */
export async function reportOf(
  ctx: Context,
  campaignId: string,
  span: (typeof reportSpans)[number],
): Promise<ReplyInput<typeof readCampaignReport>> {
  const { sent_at: sentAt, client_id: clientId } = await requireReported(ctx, campaignId);
  const timezone = await findTimezone(ctx);
  if (sentAt === null)
    return { timezone, hours: [], devices: [], machine: { opens: 0, clicks: 0 }, mailboxes: [], before: [] };
  const [hours, cuts, mailboxes, before] = await Promise.all([
    readerHours(ctx, { campaignId, sentAt, span }),
    findCuts(ctx, campaignId),
    findMailboxes(ctx, campaignId),
    findEarlier(ctx, { campaignId, clientId, sentAt }, compared),
  ]);
  const everywhere = (...wanted: EmailMetric[]) => sum(cuts, 'all', '', wanted);
  return {
    timezone,
    hours,
    devices: devices.map((device) => ({
      device,
      opens: sum(cuts, 'device', device, [opens]),
      clicks: sum(cuts, 'device', device, [clicks]),
    })),
    machine: {
      opens: everywhere(machineOpens, unsureOpens),
      clicks: everywhere(machineClicks, unsureClicks),
    },
    mailboxes,
    before: before.map(({ id, name, sent_at, stats }) => ({
      id,
      name,
      sentAt: sent_at.toISOString(),
      stats: keptStats(stats),
    })),
  };
}

const sum = (cuts: readonly Cut[], part: string, value: string, wanted: readonly EmailMetric[]): number =>
  cuts
    .filter((cut) => cut.part === part && cut.value === value && wanted.includes(cut.metric))
    .reduce((total, cut) => total + cut.total, 0);
