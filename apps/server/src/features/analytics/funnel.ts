import type { listFunnelPeople, readFunnel } from '@waggle/contracts/analytics';
import type { ReplyInput, ServedInput } from '@waggle/contracts/endpoint';
import { findLargestCampaigns } from '#features/campaigns/index.ts';
import { type Bucket, daysBetween, localTime, metric, sumTotals } from '#features/engagement/index.ts';
import { scannedStrangers } from '#features/forms/index.ts';
import { countVisitors, countVisitorsOf } from '#features/links/index.ts';
import { entitlements } from '#features/plans/index.ts';
import {
  countPaths,
  findCurrency,
  findPathPeople,
  findRevenueSources,
  type Shares,
  subjectOf,
  sumTouched,
} from '#features/purchases/index.ts';
import type { Context } from '#platform/context.ts';
import { Problem } from '#platform/problem.ts';
import { scanDays } from './codes.ts';
import { type Days, periodOf, shownPeriods, spanOf } from './period.ts';

/** Sources that have a line of their own. */
const mostSources = 20;

export async function funnelOf(
  ctx: Context,
  { period: name, qrCodeId }: ServedInput<typeof readFunnel>['query'],
): Promise<ReplyInput<typeof readFunnel>> {
  await refuseBelowPlan(ctx);
  await subjectOf(ctx, { qrCodeId });
  const period = await periodOf(ctx, name);
  const { days, span, previous, timezone } = period;
  const [visited, paths, sources, { [revenue]: all }, scanned, before, currency, marks] = await Promise.all([
    qrCodeId === undefined
      ? countVisitors(ctx, { days: scanDays(period), span })
      : countVisitorsOf(ctx, qrCodeId, days),
    countPaths(ctx, pathOf(ctx, span, qrCodeId)),
    findRevenueSources(ctx, span),
    sumTotals(ctx, [revenue], [span]),
    scannedByDay(ctx, timezone, days),
    previous && scannedByDay(ctx, timezone, previous.days),
    findCurrency(ctx),
    sentIn(ctx, timezone, span),
  ]);
  return {
    ...shownPeriods(period),
    currency,
    steps: { ...visited, ...paths },
    revenue: {
      all: all[0]!,
      scanned: scanned.reduce((sum, { amount }) => sum + amount, 0),
      days: scanned,
      previous: before && before.map(({ amount }) => amount),
      marks,
    },
    ...sourcesOf(sources),
  };
}

const pathOf = (ctx: Context, span: Bucket, qrCodeId: string | undefined) => ({
  span,
  qrCodeId,
  strangers: scannedStrangers(ctx, span, qrCodeId),
});

const { revenue } = metric.total;
const mostMarks = 12;

/** What may have made people buy: the largest campaigns, in the order of time. */
async function sentIn(ctx: Context, timezone: string, span: Bucket) {
  const campaigns = await findLargestCampaigns(ctx, span, mostMarks);
  return campaigns
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
    .map(({ id, name, at }) => ({ kind: 'campaign' as const, id, name, on: localTime(timezone, at.getTime()).day }));
}

/** At most two years of days: a curve of all time has no more points than a screen. */
const mostDays = 731;

async function scannedByDay(ctx: Context, timezone: string, days: Days) {
  const shown = daysBetween(days.from, days.to).slice(-mostDays);
  const amounts = await sumTouched(
    ctx,
    'scan',
    shown.map((day) => spanOf(timezone, { from: day, to: day })),
  );
  return shown.map((on, at) => ({ on, amount: amounts[at]! }));
}

type Sources = Awaited<ReturnType<typeof findRevenueSources>>;

function sourcesOf(rows: Sources) {
  const touched = rows.flatMap(({ kind, subjectId, name, ...shares }) =>
    kind === 'none' || subjectId === null ? [] : [{ kind, id: subjectId, name, ...sharesOf([shares]) }],
  );
  const unnamed = rows.filter(({ kind, subjectId }) => kind !== 'none' && subjectId === null);
  return {
    sources: touched.slice(0, mostSources),
    others: sharesOf([...touched.slice(mostSources), ...unnamed]),
    none: sharesOf(rows.filter(({ kind }) => kind === 'none')),
  };
}

function sharesOf(rows: readonly Shares[]): Shares {
  const sum = (model: keyof Shares) => rows.reduce((total, row) => total + row[model], 0);
  return { last: sum('last'), first: sum('first'), linear: sum('linear'), position: sum('position') };
}

export async function funnelPeople(
  ctx: Context,
  { period: name, qrCodeId, ...asked }: ServedInput<typeof listFunnelPeople>['query'],
): Promise<ReplyInput<typeof listFunnelPeople>> {
  await refuseBelowPlan(ctx);
  await subjectOf(ctx, { qrCodeId });
  const { span } = await periodOf(ctx, name);
  const { items, nextCursor } = await findPathPeople(ctx, { ...asked, ...pathOf(ctx, span, qrCodeId) });
  return {
    items: items.map(({ id, email, name: shown, scannedAt }) => ({
      id,
      email,
      name: shown,
      scannedAt: scannedAt.toISOString(),
    })),
    nextCursor,
  };
}

async function refuseBelowPlan(ctx: Context): Promise<void> {
  const { features } = await entitlements(ctx);
  if (!features.advancedAnalytics)
    throw new Problem('plan_limit', "Your plan doesn't include the funnel. Upgrade to Plus to use it.");
}
