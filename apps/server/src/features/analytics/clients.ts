import { type ClientFigures, type compareClients as contract, mostComparedClients } from '@waggle/contracts/analytics';
import type { ReplyInput } from '@waggle/contracts/endpoint';
import { findActiveClients } from '#features/accounts/index.ts';
import { sumCampaignsByClient } from '#features/campaigns/index.ts';
import { tallyByClient } from '#features/contacts/index.ts';
import { metric, percentOf, sumTotalsByClient } from '#features/engagement/index.ts';
import { entitlements } from '#features/plans/index.ts';
import { activeClient } from '#platform/active-client.ts';
import type { Context } from '#platform/context.ts';
import { Problem } from '#platform/problem.ts';
import { periodOf, type PeriodName, shownPeriods } from './period.ts';

export async function compareClients(ctx: Context, name: PeriodName): Promise<ReplyInput<typeof contract>> {
  await refuseComparison(ctx);
  const period = await periodOf(ctx, name);
  const clients = await findActiveClients(ctx, mostComparedClients);
  const ids = clients.map(({ id }) => id);
  const [contacts, created, campaigns, scans] = await Promise.all([
    tallyByClient(ctx),
    sumTotalsByClient(ctx, ids, metric.total.contactsCreated, [period.span]),
    sumCampaignsByClient(ctx, period.span),
    sumTotalsByClient(ctx, ids, metric.scan.scans, [period.span]),
  ]);
  const mailed = new Map(campaigns.map((sums) => [sums.clientId, sums]));
  const rows = clients.map(({ id, name: shown }) => {
    const { sent, delivered, opened, clicked } = mailed.get(id) ?? nothing;
    return {
      id,
      name: shown,
      counts: {
        contacts: contacts.get(id) ?? 0,
        created: created.get(id)?.[0] ?? 0,
        scans: scans.get(id)?.[0] ?? 0,
        sent,
        delivered,
        opened,
        clicked,
      },
    };
  });
  const all = rows.map(({ counts }) => counts);
  return {
    ...shownPeriods(period),
    clients: rows.map(({ counts, ...row }) => ({ ...row, ...figuresOf([counts]) })),
    average: figuresOf(all),
  };
}

const nothing = { sent: 0, delivered: 0, opened: 0, clicked: 0 };
type Counts = typeof nothing & { contacts: number; created: number; scans: number };

/** The mean of each count, and the rates of all emails together: a client with ten emails weighs as ten. */
function figuresOf(counts: readonly Counts[]): ClientFigures {
  const sum = (key: keyof Counts) => counts.reduce((total, one) => total + one[key], 0);
  const mean = (key: keyof Counts) => (counts.length > 0 ? sum(key) / counts.length : 0);
  return {
    contacts: mean('contacts'),
    created: mean('created'),
    sent: mean('sent'),
    scans: mean('scans'),
    openRate: percentOf(sum('opened'), sum('delivered')),
    clickRate: percentOf(sum('clicked'), sum('delivered')),
  };
}

export async function refuseComparison(ctx: Context): Promise<void> {
  if (activeClient(ctx) !== null)
    throw new Problem('forbidden', 'Clients can be compared only where all clients are shown.');
  const { features } = await entitlements(ctx);
  if (!features.advancedAnalytics)
    throw new Problem('plan_limit', "Your plan doesn't include the comparison of clients. Upgrade to Plus to use it.");
}
