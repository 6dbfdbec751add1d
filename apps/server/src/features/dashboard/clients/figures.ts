import type { Context } from '#platform/context.ts';
import { findLastSendings, sumCampaignsByClient } from '../../campaigns/index.ts';
import { type ContactCount, countContactsByClient } from '../../contacts/index.ts';
import { type Bucket, changeSince, metric, percentOf, sumTotalsByClient } from '../../engagement/index.ts';
import { findClientsWithPurchases } from '../../purchases/index.ts';

export type Thirty = { span: Bucket; previous: Bucket };

export type ClientFigures = {
  contacts: number;
  /** Those that the plan counts. */
  counted: number;
  growth: number;
  lastSentAt: Date | null;
  sent: number;
  bounced: number;
  complained: number;
  bounceRate: number | null;
  complaintRate: number | null;
  revenue: number | null;
  revenueChange: number | null;
};

const { contactsChange, revenue } = metric.total;

/** One statement for each figure of all clients, by the functions and sums that their own screens read. */
export async function figuresOfClients(
  ctx: Context,
  clientIds: readonly string[],
  { span, previous }: Thirty,
): Promise<Map<string, ClientFigures>> {
  const [contacts, growth, campaigns, lastSendings, sold, buying] = await Promise.all([
    countContactsByClient(ctx),
    sumTotalsByClient(ctx, clientIds, contactsChange, [span]),
    sumCampaignsByClient(ctx, span),
    findLastSendings(ctx, clientIds),
    sumTotalsByClient(ctx, clientIds, revenue, [span, previous]),
    findClientsWithPurchases(ctx, clientIds),
  ]);
  const mailed = new Map(campaigns.map((sums) => [sums.clientId, sums]));
  return new Map(
    clientIds.map((id) => [
      id,
      {
        ...contactsOf(contacts.get(id)),
        growth: growth.get(id)?.[0] ?? 0,
        lastSentAt: lastSendings.get(id) ?? null,
        ...emailsOf(mailed.get(id)),
        ...revenueOf(buying.has(id), sold.get(id)),
      },
    ]),
  );
}

const contactsOf = ({ all, mailable }: ContactCount = { all: 0, mailable: 0 }) => ({
  contacts: all,
  counted: mailable,
});

type Emails = { sent: number; bounced: number; complained: number };

const emailsOf = ({ sent, bounced, complained }: Emails = { sent: 0, bounced: 0, complained: 0 }) => ({
  sent,
  bounced,
  complained,
  bounceRate: percentOf(bounced, sent),
  complaintRate: percentOf(complained, sent),
});

/** Null before anything was ever bought, as on Overview. */
const revenueOf = (hasSold: boolean, [now = 0, before = 0]: readonly number[] = []) =>
  hasSold ? { revenue: now, revenueChange: changeSince(before, now) } : { revenue: null, revenueChange: null };
