import type { AwaitedHappening } from '@waggle/automations/needs';
import type { Happening } from '@waggle/contracts/automation-document';
import { firstActivities, type LineKind } from '#features/contacts/index.ts';
import type { Context } from '#platform/context.ts';
import { findStepCampaigns } from '#features/campaigns/index.ts';
import type { ClaimedRun } from '../queries.ts';

/** By run and key: when it happened first since the run began or arrived. */
export type Happened = Map<string, Map<string, number>>;

/** Looks in the timelines of some people of one automation for what they or their automation wait for. */
export async function findHappened(
  ctx: Context,
  runs: readonly ClaimedRun[],
  asked: readonly AwaitedHappening[],
): Promise<Happened> {
  const found: Happened = new Map();
  const automationId = runs[0]?.automationId ?? '';
  for (const { key, what, since } of asked) {
    const people = runs.map(({ id, contactId, enteredAt, arrivedAt }) => ({
      id,
      contactId,
      since: since === 'entry' ? enteredAt : arrivedAt,
    }));
    for (const [id, at] of await firstActivities(ctx, await lineOf(ctx, automationId, what), people))
      found.set(id, (found.get(id) ?? new Map<string, number>()).set(key, at.getTime()));
  }
  return found;
}

/** The line of a timeline that says so. */
async function lineOf(ctx: Context, automationId: string, what: Happening): Promise<LineKind> {
  switch (what.kind) {
    case 'email.opened':
    case 'email.clicked':
      return { type: what.kind, refIds: await campaignsOf(ctx, automationId, what.of) };
    case 'event':
      return { type: `event.${what.name}`, refIds: null };
    case 'purchase.made':
      return { type: what.kind, refIds: null };
    default:
      return { type: what.kind, refIds: aboutOf(what) };
  }
}

type About = Extract<
  Happening,
  { formId: unknown } | { tagId: unknown } | { segmentId: unknown } | { codeId: unknown }
>;

/** Null is any. */
function aboutOf(what: About): string[] | null {
  const id =
    'formId' in what ? what.formId : 'tagId' in what ? what.tagId : 'codeId' in what ? what.codeId : what.segmentId;
  return id === null ? null : [id];
}

type OfEmail = Extract<Happening, { of: unknown }>['of'];

async function campaignsOf(ctx: Context, automationId: string, of: OfEmail): Promise<string[] | null> {
  if (of === null) return null;
  return 'campaignId' in of ? [of.campaignId] : findStepCampaigns(ctx, automationId, of.step);
}
