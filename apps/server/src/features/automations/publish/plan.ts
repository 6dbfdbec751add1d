import { differingParts } from '@waggle/automations/compare';
import { AutomationDocument, type Step, stepsOf } from '@waggle/contracts/automation-document';
import type { planPublishing } from '@waggle/contracts/automations';
import type { ReplyOf } from '@waggle/contracts/endpoint';
import type { Program } from '@waggle/automations/program';
import type { Context } from '#platform/context.ts';
import { requireAutomation } from '../drafts.ts';
import { missingInPlan } from '../plan.ts';
import { findStanding, findVersions, lastVersion } from './queries.ts';

type Plan = ReplyOf<typeof planPublishing>;

/** Who is inside at which step, and what is left of that step in the draft. */
export async function planOf(ctx: Context, automationId: string): Promise<Plan> {
  const automation = await requireAutomation(ctx, automationId);
  const draft = AutomationDocument.parse(automation.draft);
  const people = await peopleAtSteps(ctx, automationId, draft);
  return {
    version: (await lastVersion(ctx, automationId)) + 1,
    inside: people.reduce((sum, at) => sum + at.people, 0),
    people,
    missing: await missingInPlan(ctx, automation, draft),
  };
}

export async function peopleAtSteps(
  ctx: Context,
  automationId: string,
  next: AutomationDocument,
): Promise<Plan['people']> {
  const standing = await findStanding(ctx, automationId);
  const versions = await findVersions(ctx, automationId, [...new Set(standing.map(({ version }) => version))]);
  const known = new Map(versions.map((row) => [row.version, row]));
  const nextSteps = byId(next);
  return standing.flatMap(({ version, step, people }) => {
    const from = known.get(version);
    const stepId = (from?.program as Program | undefined)?.nodes[step]?.stepId;
    if (!from || stepId === undefined) return [];
    const before = byId(AutomationDocument.parse(from.document)).get(stepId);
    return { version, stepId, people: Number(people), change: changeOf(before, nextSteps.get(stepId)) };
  });
}

const byId = ({ steps }: AutomationDocument): Map<string, Step> =>
  new Map([...stepsOf(steps)].map((step) => [step.id, step]));

function changeOf(before: Step | undefined, after: Step | undefined): Plan['people'][number]['change'] {
  if (!after) return 'removed';
  return before && differingParts(before, after).length === 0 ? 'same' : 'changed';
}
