import type { analyticsPeriods } from '@waggle/contracts/analytics';
import { findFirstSending } from '#features/campaigns/index.ts';
import {
  addDays,
  type Bucket,
  findFirstTotal,
  findTimezone,
  localTime,
  metric,
  startOfDay,
} from '#features/engagement/index.ts';
import { findFirstScanDay } from '#features/links/index.ts';
import type { Context } from '#platform/context.ts';

export type PeriodName = (typeof analyticsPeriods)[number];

/** Days of the organization's calendar, both included. */
export type Days = { from: string; to: string };

/** The days, and the instants at which the first begins and the last is over. */
type Stretch = { days: Days; span: Bucket };
export type Period = Stretch & {
  timezone: string;
  /** As many days before; null for all time. */
  previous: Stretch | null;
};

const lengths = { '7d': 7, '30d': 30, '90d': 90 } as const;

/** Today is the last day of every period. */
export async function periodOf(ctx: Context, name: PeriodName): Promise<Period> {
  const timezone = await findTimezone(ctx);
  const to = localTime(timezone, ctx.now().getTime()).day;
  const stretch = (days: Days): Stretch => ({ days, span: spanOf(timezone, days) });
  if (name === 'all') return { timezone, ...stretch({ from: await firstDay(ctx, timezone, to), to }), previous: null };
  const from = addDays(to, 1 - lengths[name]);
  const previous = stretch({ from: addDays(from, -lengths[name]), to: addDays(from, -1) });
  return { timezone, ...stretch({ from, to }), previous };
}

export const spanOf = (timezone: string, { from, to }: Days): Bucket => ({
  from: startOfDay(timezone, from),
  to: startOfDay(timezone, addDays(to, 1)),
});

/** Of the first contact that ever came, the first campaign that is still there or the first scan of a code that is; else today. */
async function firstDay(ctx: Context, timezone: string, today: string): Promise<string> {
  const [contact, campaign, scan] = await Promise.all([
    findFirstTotal(ctx, metric.total.contactsChange),
    findFirstSending(ctx),
    findFirstScanDay(ctx),
  ]);
  const dayOf = (at: number | null) => (at === null ? today : localTime(timezone, at).day);
  return [today, dayOf(contact), dayOf(campaign), scan ?? today].toSorted()[0]!;
}

export const shownPeriods = ({ days, previous }: Period) => ({ period: days, previous: previous?.days ?? null });
