import type { Locale } from '@waggle/contracts/fields';
import type { ReportFrequency } from '@waggle/contracts/reports';
import type { Report, Worked } from '@waggle/email/report/report';
import { findClientNames, readOrganization } from '#features/accounts/index.ts';
import { spanOf } from '#features/analytics/index.ts';
import { findCampaignFigures, sumCampaigns } from '#features/campaigns/index.ts';
import { countContacts } from '#features/contacts/index.ts';
import { totalsThen } from '#features/dashboard/index.ts';
import {
  addDays,
  type Bucket,
  findTimezone,
  localTime,
  metric,
  sumTotals,
  percentOf,
} from '#features/engagement/index.ts';
import { sumSubmissions } from '#features/forms/index.ts';
import { findScansOf } from '#features/links/index.ts';
import { findCurrency, findRevenueSources, hasPurchases } from '#features/purchases/index.ts';
import { activeClient } from '#platform/active-client.ts';
import type { Context } from '#platform/context.ts';
import { lastPeriod } from './calendar.ts';

const contactWeeks = 12;
const revenueWeeks = 8;
const mostWorked = 3;
const { contactsCreated, contactsChange, revenue } = metric.total;
const { scans } = metric.scan;

type Asked = { frequency: ReportFrequency; locale: Locale };

/** The last period that is over, by the functions behind Analytics and Overview. Of the context's client, or of all. */
export async function readReport(ctx: Context, { frequency, locale }: Asked): Promise<Report> {
  const timezone = await findTimezone(ctx);
  const { days, previous } = lastPeriod(frequency, localTime(timezone, ctx.now().getTime()).day);
  const spans = [days, previous].map((period) => spanOf(timezone, period));
  const [totals, [sums, before], isSelling, currency, contacts] = await Promise.all([
    sumTotals(ctx, [contactsCreated, revenue, scans], spans),
    sumCampaigns(ctx, spans),
    hasPurchases(ctx),
    findCurrency(ctx),
    contactsByWeek(ctx, timezone, days.to),
  ]);
  const clientId = activeClient(ctx);
  const names = clientId === null ? null : await findClientNames(ctx, [clientId]);
  return {
    frequency,
    locale,
    currency,
    period: days,
    client: names?.get(clientId!) ?? null,
    isAgency: (await readOrganization(ctx)).type === 'AGENCY',
    newContacts: pair(totals[contactsCreated]),
    emailOpenRate: {
      value: percentOf(sums!.opened, sums!.delivered),
      before: percentOf(before!.opened, before!.delivered),
    },
    scans: pair(totals[scans]),
    revenue: isSelling ? pair(totals[revenue]) : null,
    campaigns: sums!.campaigns,
    contacts,
    revenueByWeek: isSelling ? await revenueByWeek(ctx, timezone, days.to) : null,
    worked: isSelling ? await whatWorked(ctx, timezone, days) : [],
  };
}

const pair = ([value = 0, before = 0]: readonly number[]) => ({ value, before });

/** The last days of as many weeks, oldest first. */
const weekEnds = (to: string, count: number): string[] =>
  Array.from({ length: count }, (_, at) => addDays(to, (at + 1 - count) * 7));

const weekOf = (timezone: string, to: string): Bucket => spanOf(timezone, { from: addDays(to, -6), to });

/** From how many there are now, less what came and went since each week ended. */
async function contactsByWeek(ctx: Context, timezone: string, to: string): Promise<Report['contacts']> {
  const ends = weekEnds(to, contactWeeks);
  const today = localTime(timezone, ctx.now().getTime()).day;
  const since = spanOf(timezone, { from: addDays(to, 1), to: today });
  const [{ all }, changes] = await Promise.all([
    countContacts(ctx),
    sumTotals(ctx, [contactsChange], [...ends.map((end) => weekOf(timezone, end)), since]),
  ]);
  const totals = totalsThen(all, changes[contactsChange]);
  return ends.map((end, at) => ({ to: end, total: totals[at]! }));
}

async function revenueByWeek(ctx: Context, timezone: string, to: string): Promise<Report['revenueByWeek']> {
  const ends = weekEnds(to, revenueWeeks);
  const sums = await sumTotals(
    ctx,
    [revenue],
    ends.map((end) => weekOf(timezone, end)),
  );
  return ends.map((end, at) => ({ to: end, amount: sums[revenue][at]! }));
}

const kinds = { click: 'campaign', scan: 'code', form: 'form', none: null } as const;

/** By last touch, as the sources of the funnel. What was deleted has no name to show. */
async function whatWorked(ctx: Context, timezone: string, days: Report['period']): Promise<Worked[]> {
  const span = spanOf(timezone, days);
  const best = (await findRevenueSources(ctx, span))
    .flatMap(({ kind, subjectId: id, name, last }) => {
      const shown = kinds[kind];
      return shown && id !== null && name !== null && last > 0 ? [{ kind: shown, id, name, revenue: last }] : [];
    })
    .slice(0, mostWorked);
  const idsOf = (kind: Worked['kind']) => best.flatMap((one) => (one.kind === kind ? one.id : []));
  const [campaigns, scans, submissions] = await Promise.all([
    findCampaignFigures(ctx, idsOf('campaign')),
    findScansOf(ctx, days, idsOf('code')),
    sumSubmissions(ctx, span, idsOf('form')),
  ]);
  return best.map(({ id, kind, ...one }) => {
    const campaign = campaigns.find((found) => found.id === id);
    const counted = kind === 'code' ? scans.get(id) : submissions.get(id);
    return {
      ...one,
      kind,
      result: kind === 'campaign' ? percentOf(campaign?.opened ?? 0, campaign?.delivered ?? 0) : (counted ?? 0),
      sentOn: campaign ? localTime(timezone, campaign.sent_at.getTime()).day : null,
    };
  });
}
