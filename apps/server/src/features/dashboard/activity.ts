import type { readRecentActivity } from '@waggle/contracts/dashboard';
import type { ReplyInput } from '@waggle/contracts/endpoint';
import { activeClient } from '#platform/active-client.ts';
import type { Context } from '#platform/context.ts';
import { findJoined } from '../accounts/index.ts';
import { findRecentCampaigns } from '../campaigns/index.ts';
import { findRecentImports } from '../contacts/index.ts';
import { addDays, daysBetween, findTimezone, localTime, metric, startOfDay, sumTotals } from '../engagement/index.ts';
import { findFormDays } from '../forms/index.ts';
import { findCodeDays } from '../links/index.ts';
import { findCurrency } from '../purchases/index.ts';
import { mayRead } from './may-read.ts';

type Line = ReplyInput<typeof readRecentActivity>['items'][number];
type Asked = { limit: number; timezone: string; from: string; since: Date };

/** Days of the organization's calendar, with today. */
const days = 90;

/** Each source gives as many lines as are asked for, so that none can be missing among the newest of all. */
export async function readActivity(ctx: Context, limit: number): Promise<{ items: Line[] }> {
  const timezone = await findTimezone(ctx);
  const from = addDays(localTime(timezone, ctx.now().getTime()).day, 1 - days);
  const asked = { limit, timezone, from, since: new Date(startOfDay(timezone, from)) };
  const lines = await Promise.all(
    [campaigns, imports, forms, codes, bought, joined].map((source) => source(ctx, asked)),
  );
  const newestFirst = (a: Line, b: Line) => Date.parse(b.at) - Date.parse(a.at) || a.key.localeCompare(b.key);
  return { items: lines.flat().toSorted(newestFirst).slice(0, limit) };
}

async function campaigns(ctx: Context, { since, limit }: Asked): Promise<Line[]> {
  const found = await findRecentCampaigns(ctx, since, limit);
  return found.map(({ id, name, clientId, isComplete, people, at }) => ({
    key: `campaign:${id}`,
    kind: 'campaign',
    event: isComplete ? 'sent' : 'sending',
    id,
    name,
    clientId,
    count: people,
    at: at.toISOString(),
  }));
}

async function imports(ctx: Context, { since, limit }: Asked): Promise<Line[]> {
  if (!mayRead(ctx, 'contacts:write')) return [];
  const found = await findRecentImports(ctx, since, limit);
  return found.map(({ id, name, clientId, people, at }) => ({
    key: `import:${id}`,
    kind: 'import',
    event: 'imported',
    id,
    name,
    clientId,
    count: people,
    at: at.toISOString(),
  }));
}

async function forms(ctx: Context, asked: Asked): Promise<Line[]> {
  const found = await findFormDays(ctx, asked);
  return found.map(({ formId, name, clientId, on, people, at }) => ({
    key: `form:${formId}:${on}`,
    kind: 'form',
    event: 'filled',
    id: formId,
    name,
    clientId,
    count: people,
    at: at.toISOString(),
  }));
}

async function codes(ctx: Context, asked: Asked): Promise<Line[]> {
  const found = await findCodeDays(ctx, asked);
  // The last second of a day, and never one to come.
  const endOf = (on: string) => Math.min(startOfDay(asked.timezone, addDays(on, 1)) - 1_000, ctx.now().getTime());
  return found.map(({ codeId, name, clientId, on, scans, lastScanAt }) => ({
    key: `code:${codeId}:${on}`,
    kind: 'code',
    event: 'scanned',
    id: codeId,
    name,
    clientId,
    count: scans,
    at: (lastScanAt ?? new Date(endOf(on))).toISOString(),
  }));
}

/** One line for the purchases of a day: a busy shop has thousands. */
async function bought(ctx: Context, { timezone, from, limit }: Asked): Promise<Line[]> {
  const now = ctx.now().getTime();
  const all = daysBetween(from, localTime(timezone, now).day);
  const { purchases, revenue } = metric.total;
  const sums = await sumTotals(
    ctx,
    [purchases, revenue],
    all.map((day) => ({ from: startOfDay(timezone, day), to: startOfDay(timezone, addDays(day, 1)) })),
  );
  const currency = await findCurrency(ctx);
  const lines = all.flatMap((day, at) =>
    sums[purchases][at]! > 0 ? [{ day, count: sums[purchases][at]!, amount: sums[revenue][at]! }] : [],
  );
  return lines.slice(-limit).map(({ day, count, amount }) => ({
    key: `purchases:${day}`,
    kind: 'purchase',
    event: 'bought',
    id: null,
    name: '',
    clientId: activeClient(ctx),
    count,
    money: { amount, currency },
    on: day,
    // The last second of a day, and never one to come.
    at: new Date(Math.min(startOfDay(timezone, addDays(day, 1)) - 1_000, now)).toISOString(),
  }));
}

/** The team belongs to the organization, so who looks at one client sees none of it. */
async function joined(ctx: Context, { since, limit }: Asked): Promise<Line[]> {
  if (activeClient(ctx) !== null || !mayRead(ctx, 'team:read')) return [];
  const found = await findJoined(ctx, since, limit);
  return found.map(({ user_id: userId, client_id: clientId, created_at: at, name }) => ({
    key: `member:${userId}`,
    kind: 'member',
    event: 'joined',
    id: userId,
    name,
    clientId,
    count: 1,
    at: at.toISOString(),
  }));
}
