import type { readAutomationFigures } from '@waggle/contracts/automations';
import type { ReplyOf } from '@waggle/contracts/endpoint';
import type { Program } from '@waggle/automations/program';
import { sumEmailsOf } from '#features/campaigns/index.ts';
import type { Context } from '#platform/context.ts';
import { requireAutomation } from '../drafts.ts';
import { findVersions } from '../publish/queries.ts';
import * as queries from './queries.ts';

const none = { arrived: 0, done: 0, skipped: 0, ended: 0, reached: 0 };

/** How many passed, wait at and left from each step, over all versions: a step keeps its id. */
export async function figuresOf(ctx: Context, automationId: string): Promise<ReplyOf<typeof readAutomationFigures>> {
  await requireAutomation(ctx, automationId);
  const [counts, here, stuck, emails] = await Promise.all([
    queries.findCounts(ctx, automationId),
    hereByStep(ctx, automationId),
    queries.countStuck(ctx, [automationId]),
    emailsByStep(ctx, automationId),
  ]);
  const all = counts.find(({ stepId }) => stepId === '') ?? none;
  const known = new Map(counts.map((count) => [count.stepId, count]));
  const stepIds = new Set([...known.keys(), ...here.keys()].filter((stepId) => stepId !== ''));
  return {
    entered: all.arrived,
    inside: all.arrived - all.ended,
    reached: all.reached,
    left: all.ended - all.reached,
    stuck: stuck.get(automationId) ?? 0,
    steps: [...stepIds].map((stepId) => {
      const { arrived, done, skipped, ended, reached } = known.get(stepId) ?? none;
      const email = emails.get(stepId) ?? null;
      return { stepId, arrived, done, skipped, ended, reached, here: here.get(stepId) ?? 0, email };
    }),
  };
}

/** Everything they ever led to: opens and clicks of machines are none. */
async function emailsByStep(ctx: Context, automationId: string) {
  const sums = await sumEmailsOf(ctx, automationId);
  return new Map(sums.map(({ stepId, ...email }) => [stepId, email]));
}

/** People at a step now, whatever version they are on. */
async function hereByStep(ctx: Context, automationId: string): Promise<Map<string, number>> {
  const places = await queries.countHere(ctx, automationId);
  const versions = await findVersions(ctx, automationId, [...new Set(places.map(({ version }) => version))]);
  const programs = new Map(versions.map(({ version, program }) => [version, program as Program]));
  const found = new Map<string, number>();
  for (const { version, step, here } of places) {
    const stepId = programs.get(version)?.nodes[step]?.stepId;
    if (stepId !== undefined) found.set(stepId, (found.get(stepId) ?? 0) + here);
  }
  return found;
}
