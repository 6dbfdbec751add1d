import { bounceLimit, complaintLimit } from '@waggle/contracts/control-room';
import type { Context } from '#platform/context.ts';
import { findMostReported, type ReportedCampaign } from '../../campaigns/index.ts';
import { type Bucket, localTime } from '../../engagement/index.ts';
import type { ClientFigures } from './figures.ts';
import type { Planned } from './planned.ts';
import { type Reason, recipientsOf } from './reason.ts';

type Figures = ReadonlyMap<string, ClientFigures>;

const dayMs = 86_400_000;

/** Clients with too many bounces or complaints, each with the campaign that has the most of them. */
export async function rateReasons(ctx: Context, figures: Figures, span: Bucket): Promise<Reason[]> {
  const above = (rate: 'bounceRate' | 'complaintRate', limit: number) =>
    [...figures].flatMap(([id, of]) => ((of[rate] ?? 0) > limit ? [id] : []));
  const [bounced, complained] = await Promise.all([
    findMostReported(ctx, 'bounced', span, above('bounceRate', bounceLimit)),
    findMostReported(ctx, 'complained', span, above('complaintRate', complaintLimit)),
  ]);
  return [
    ...[...bounced.values()].map((campaign) => bouncesReason(campaign, figures.get(campaign.clientId)!)),
    ...[...complained.values()].map((campaign) => complaintsReason(campaign, figures.get(campaign.clientId)!)),
  ];
}

const sharedOf = ({ id, name, clientId, sentAt }: ReportedCampaign) => ({
  clientId,
  since: sentAt.toISOString(),
  campaign: { id, name },
});

const bouncesReason = (campaign: ReportedCampaign, { bounced, sent, bounceRate }: ClientFigures): Reason => ({
  kind: 'bounces',
  ...sharedOf(campaign),
  path: recipientsOf(campaign.id, 'bounced'),
  bounced,
  sent,
  rate: bounceRate!,
});

const complaintsReason = (campaign: ReportedCampaign, { complained, complaintRate }: ClientFigures): Reason => ({
  kind: 'complaints',
  ...sharedOf(campaign),
  path: recipientsOf(campaign.id, 'complained'),
  complained,
  rate: complaintRate!,
});

type Asked = { span: Bucket; timezone: string; today: string; planned: Planned };

/** Clients without a campaign in the period that had one before it. */
export function silentReasons(figures: Figures, { span, timezone, today, planned }: Asked): Reason[] {
  return [...figures].flatMap(([clientId, { lastSentAt, revenueChange }]): Reason[] => {
    if (lastSentAt === null || lastSentAt.getTime() >= span.from) return [];
    const next = planned(clientId);
    const lastDay = localTime(timezone, lastSentAt.getTime()).day;
    return [
      {
        kind: 'silent',
        clientId,
        since: lastSentAt.toISOString(),
        path: next ? `/dashboard/campaigns/${next.id}` : '/dashboard/campaigns',
        days: (Date.parse(today) - Date.parse(lastDay)) / dayMs,
        revenueChange,
        next,
      },
    ];
  });
}
