import type { listClientFigures } from '@waggle/contracts/control-room';
import type { ReplyInput } from '@waggle/contracts/endpoint';
import type { Context } from '#platform/context.ts';
import { sumCampaigns } from '../../campaigns/index.ts';
import { countContacts } from '../../contacts/index.ts';
import { changeSince, metric, percentOf, sumTotals } from '../../engagement/index.ts';
import { entitlements } from '../../plans/index.ts';
import { findCurrency, hasPurchases } from '../../purchases/index.ts';
import type { ClientFigures, Thirty } from './figures.ts';

type Sums = ReplyInput<typeof listClientFigures>['sums'];

const { contactsChange, revenue } = metric.total;

/** Of the whole agency, also of what belongs to none of its clients: what Overview and Analytics say where all are shown. */
export async function sumsOfAgency(
  ctx: Context,
  figures: ReadonlyMap<string, ClientFigures>,
  { span, previous }: Thirty,
): Promise<Sums> {
  const [{ all, mailable }, { tier, limits }, totals, [emails], hasSold, currency] = await Promise.all([
    countContacts(ctx),
    entitlements(ctx),
    sumTotals(ctx, [contactsChange, revenue], [span, previous]),
    sumCampaigns(ctx, [span]),
    hasPurchases(ctx),
    findCurrency(ctx),
  ]);
  const [sold, soldBefore] = totals[revenue];
  return {
    contacts: all,
    counted: mailable,
    limit: limits.contacts,
    tier,
    sent: emails!.sent,
    deliveredRate: percentOf(emails!.delivered, emails!.sent),
    growth: totals[contactsChange][0]!,
    growing: [...figures.values()].filter(({ growth }) => growth > 0).length,
    clients: figures.size,
    revenue: hasSold ? sold! : null,
    revenueChange: hasSold ? changeSince(soldBefore!, sold!) : null,
    currency,
  };
}
