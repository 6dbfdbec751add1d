import { type AskPeriod, namedPeriods } from '@waggle/contracts/ask';
import { addDays, findTimezone, localTime, mondayOf } from '#features/engagement/index.ts';
import type { ScanDays } from '#features/links/index.ts';
import type { Context } from '#platform/context.ts';
import { scanDays } from '../codes.ts';
import { type Days, type Period, periodOf, type PeriodName, spanOf } from '../period.ts';

export type AskedPeriod = Pick<Period, 'days' | 'span' | 'timezone'> & { scanDays: ScanDays };

/** Those of the screen, weeks from Monday on, and months and years of the calendar. What is still to come of one is empty. */
export async function askedPeriod(ctx: Context, name: AskPeriod): Promise<AskedPeriod> {
  if (isShown(name)) {
    const period = await periodOf(ctx, name);
    return { ...period, scanDays: scanDays(period) };
  }
  const timezone = await findTimezone(ctx);
  const days = daysOf(name, localTime(timezone, ctx.now().getTime()).day);
  return { timezone, days, span: spanOf(timezone, days), scanDays: days };
}

const isShown = (name: string): name is PeriodName =>
  (namedPeriods.slice(namedPeriods.indexOf('7d')) as readonly string[]).includes(name);

function daysOf(name: string, today: string): Days {
  const year = Number(today.slice(0, 4));
  if (name === 'this-year') return { from: `${year}-01-01`, to: today };
  if (name === 'last-year') return { from: `${year - 1}-01-01`, to: `${year - 1}-12-31` };
  const monday = mondayOf(today);
  if (name === 'this-week') return { from: monday, to: today };
  if (name === 'last-week') return { from: addDays(monday, -7), to: addDays(monday, -1) };
  const thisMonth = today.slice(0, 7);
  if (name === 'this-month') return { from: `${thisMonth}-01`, to: today };
  return monthOf(name === 'last-month' ? addDays(`${thisMonth}-01`, -1).slice(0, 7) : name);
}

const monthOf = (month: string): Days => {
  const from = `${month}-01`;
  return { from, to: addDays(`${addDays(from, 31).slice(0, 7)}-01`, -1) };
};
