import { mostWaitingCounted } from '@waggle/contracts/form-submissions';
import { instantOfWall, offsetAt } from '@waggle/contracts/zones';
import { readOrganization } from '#features/accounts/index.ts';
import type { Context } from '#platform/context.ts';
import { requireForm } from '../drafts.ts';
import * as queries from './figure-queries.ts';

const quarterMs = 900_000;
const weekMs = 7 * 86_400_000;

/** The last 7 days end now and begin with a quarter of an hour. */
export async function readFigures(ctx: Context, formId: string) {
  const form = await requireForm(ctx, formId);
  const { timezone } = await readOrganization(ctx);
  const now = ctx.now().getTime();
  const weekStart = Math.floor((now - weekMs) / quarterMs) * quarterMs;
  const month = monthStart(timezone, now);
  const [counted, since, waiting] = await Promise.all([
    queries.countPeriods(ctx, formId, {
      week: new Date(weekStart),
      before: new Date(weekStart - weekMs),
      month: new Date(month),
    }),
    queries.findFirst(ctx, formId),
    queries.countWaiting(ctx, formId, mostWaitingCounted),
  ]);
  return {
    ...counted,
    total: Number(form.submissions),
    uniqueContacts: Number(form.contacts),
    monthStart: new Date(month).toISOString(),
    since: since?.toISOString() ?? null,
    waiting,
  };
}

/** When the month of the organization's calendar began. */
export function monthStart(timezone: string, now: number): number {
  const wall = new Date(now + offsetAt(timezone, now));
  return instantOfWall(Date.UTC(wall.getUTCFullYear(), wall.getUTCMonth(), 1), timezone);
}
