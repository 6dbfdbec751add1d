import type { BackTest } from '@waggle/contracts/automation-trials';
import { instantOfWall, offsetAt } from '@waggle/contracts/zones';
import { type Context, inTransaction } from '#platform/context.ts';
import { enqueue } from '#platform/jobs/job.ts';
import { notFound, Problem } from '#platform/problem.ts';
import { sumCampaigns } from '#features/campaigns/index.ts';
import { requireAutomation } from '../drafts.ts';
import { zoneOf } from '../engine/facts/zone-of.ts';
import { runBackTest } from './jobs.ts';
import { presentPerson, presentTrial } from './present.ts';
import * as queries from './queries.ts';
import { triedOf } from './tried.ts';

const day = 86_400_000;
/** Where an organization has sent nothing: about what newsletters of small companies get. */
const usualRates = { openRate: 0.35, clickRate: 0.03 };

type Asked = {
  of: 'draft' | 'live';
  days: number;
  openRate?: number | undefined;
  clickRate?: number | undefined;
};

export async function startBackTest(ctx: Context, automationId: string, asked: Asked): Promise<BackTest> {
  const automation = await requireAutomation(ctx, automationId);
  const { document, no } = await triedOf(ctx, automation, asked.of);
  const to = ctx.now();
  const from = await firstDay(ctx, to.getTime(), asked.days);
  const own = await ownRates(ctx, to.getTime());
  const rates = { openRate: asked.openRate ?? own.openRate, clickRate: asked.clickRate ?? own.clickRate };
  const clientId = automation.client_id;
  const row = await inTransaction(ctx, async (ctx) => {
    await queries.endSilent(ctx, automationId);
    const chosen = { tried: asked.of, triedNo: no, document, days: asked.days, from, to, ...rates };
    const inserted = await queries.insertTrial(ctx, { automationId, clientId, ...chosen });
    if (!inserted) throw new Problem('in_use', 'A back-test of this automation is running. Wait for it, or cancel it.');
    await enqueue(ctx, runBackTest, { trialId: inserted.id });
    return inserted;
  });
  return presentTrial(ctx, row, automation);
}

/** Midnight of the organization, so that the first day is whole; today counts as one of the days. */
async function firstDay(ctx: Context, now: number, days: number): Promise<Date> {
  const zone = await zoneOf(ctx);
  const today = Math.floor((now + offsetAt(zone, now)) / day) * day;
  return new Date(instantOfWall(today - (days - 1) * day, zone));
}

async function ownRates(ctx: Context, now: number): Promise<typeof usualRates> {
  const [sums] = await sumCampaigns(ctx, [{ from: now - 90 * day, to: now }]);
  if (!sums || sums.delivered <= 0) return usualRates;
  const share = (count: number): number => Math.min(1, Math.round((count / sums.delivered) * 1_000) / 1_000);
  return { openRate: share(sums.opened), clickRate: share(sums.clicked) };
}

export async function newestBackTest(ctx: Context, automationId: string): Promise<{ backTest: BackTest | null }> {
  const automation = await requireAutomation(ctx, automationId);
  const row = await queries.findNewest(ctx, automationId);
  return { backTest: row ? await presentTrial(ctx, row, automation) : null };
}

type Path = { automationId: string; trialId: string };

export async function readBackTest(ctx: Context, path: Path): Promise<BackTest> {
  const automation = await requireAutomation(ctx, path.automationId);
  return presentTrial(ctx, await requireTrial(ctx, path), automation);
}

/** The worker sees it at its next page, and stops. */
export async function cancelBackTest(ctx: Context, path: Path): Promise<BackTest> {
  await requireTrial(ctx, path);
  await queries.endTrial(ctx, path.trialId, 'cancelled');
  return readBackTest(ctx, path);
}

export async function readTrialPerson(ctx: Context, { place, ...path }: Path & { place: number }) {
  await requireAutomation(ctx, path.automationId);
  await requireTrial(ctx, path);
  const person = await queries.findPerson(ctx, path.trialId, place);
  if (!person) throw notFound();
  return { ...presentPerson(person), turns: person.turns };
}

async function requireTrial(ctx: Context, { automationId, trialId }: Path): Promise<queries.TrialRow> {
  const row = await queries.findTrial(ctx, automationId, trialId);
  if (!row) throw notFound();
  return row;
}
