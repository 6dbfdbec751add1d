import { addToRollUps, metric } from '#features/engagement/index.ts';
import type { Context } from '#platform/context.ts';
import { withStatementTimeout } from '#platform/database/statement-timeout.ts';
import { lockInbox } from '#platform/inbox/drain-queries.ts';
import { countStates, keepProgress, lockCampaign } from '../queries.ts';
import { repairFirstOpens } from '../delivery-events/first-opens.ts';
import { changeStats, findTimezone } from '../delivery-events/queries.ts';
import { RollUps } from '../delivery-events/tally.ts';
import { type Figures, findFigures, type Ledger, lockRecount } from './queries.ts';

/** A figure that was not what it should be: in how many rows, and by how much all in all. */
export type Difference = { where: string; what: string; rows: number; by: number };

/** Counting the delivery events of some million mails takes minutes. */
const countSeconds = 1_800;

/**
 * Makes the kept figures equal to what delivery events and ledger say. Delivery events go on being counted meanwhile: what is counted adds to
 * both sides, so the difference found at one moment is still the difference when it is added, and only then the drain waits.
 */
export const recountFigures = (ctx: Context, ledger: Ledger): Promise<Difference[]> =>
  withStatementTimeout(ctx, countSeconds, async (ctx) => {
    await lockRecount(ctx, ledger);
    const timezone = await findTimezone(ctx);
    const figures = await findFigures(ctx, ledger, timezone);
    const rollUps = missingIn(figures, ledger, timezone).rows();
    const stats = missingStats(figures);
    const states = missingStates(figures);

    await lockInbox(ctx);
    if (rollUps.hours.length + rollUps.days.length > 0) await addToRollUps(ctx, rollUps);
    const changes = stats.map(({ what, by }) => ({ campaignId: ledger.campaignId, name: what, by }));
    await changeStats(ctx, changes, new Map());
    if (states.length > 0) await keepStates(ctx, ledger);
    await repairFirstOpens(ctx, rollUps.hours);
    const byHour = rollUps.hours.map(({ metric, total }) => ({ where: 'stat_hours', what: nameOf(metric), by: total }));
    const byDay = rollUps.days.map(({ metric, part, total }) => ({
      where: 'stat_days',
      what: part === 'all' ? nameOf(metric) : `${nameOf(metric)} by ${part}`,
      by: total,
    }));
    return [...stats, ...states, ...summed([...byHour, ...byDay])];
  });

function missingIn(figures: Figures, ledger: Ledger, timezone: string): RollUps {
  const rollUps = new RollUps(timezone);
  for (const { hourStart, events, ...alike } of figures.eventsByHour)
    rollUps.addInHour(ledger, alike, hourStart, events);
  for (const { day, events, ...alike } of figures.eventsByDay) rollUps.addOnDay(ledger, alike, day, events);
  rollUps.subtract(ledger, { hours: figures.keptHours, days: figures.keptDays });
  return rollUps;
}

function missingStats({ shown, mails, keptStats }: Figures): Difference[] {
  const counted: Record<string, number> = {
    ...shown,
    machineOpened: mails.opened - shown.opened,
    machineClicked: mails.clicked - shown.clicked,
  };
  return differences('campaigns.stats', counted, keptStats);
}

/** Only a finished campaign has them kept. */
const missingStates = ({ states, keptStats: { progress } }: Figures): Difference[] =>
  progress === undefined ? [] : differences('campaigns.stats.progress', states, progress);

function differences(where: string, counted: Record<string, number>, kept: Record<string, unknown>): Difference[] {
  const names = where === 'campaigns.stats' ? Object.keys(counted) : [...Object.keys(counted), ...Object.keys(kept)];
  return [...new Set(names)]
    .map((what) => ({ where, what, rows: 1, by: (counted[what] ?? 0) - Number(kept[what] ?? 0) }))
    .filter(({ by }) => by !== 0);
}

/** Counted again under the lock of whoever settles or retries. */
async function keepStates(ctx: Context, { campaignId, month }: Ledger): Promise<void> {
  const campaign = await lockCampaign(ctx, campaignId);
  if (campaign?.stats.progress) await keepProgress(ctx, campaignId, await countStates(ctx, campaignId, month));
}

const names = new Map<number, string>(Object.entries(metric.email).map(([name, metric]) => [metric, name]));
const nameOf = (metric: number): string => names.get(metric) ?? String(metric);

const summed = (rows: readonly Omit<Difference, 'rows'>[]): Difference[] =>
  [...Map.groupBy(rows, ({ where, what }) => `${where} ${what}`).values()].map((same) => ({
    ...same[0]!,
    rows: same.length,
    by: same.reduce((sum, { by }) => sum + by, 0),
  }));
