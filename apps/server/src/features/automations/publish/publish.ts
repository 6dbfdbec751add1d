import { AutomationDocument } from '@waggle/contracts/automation-document';
import { compile } from '@waggle/automations/compile';
import type { FrozenEmail } from '@waggle/automations/program';
import { refuseArchivedClient } from '#features/accounts/index.ts';
import { freezeStepEmail } from '#features/campaigns/index.ts';
import { type Context, inTransaction } from '#platform/context.ts';
import { Problem } from '#platform/problem.ts';
import { emailSteps } from '../check/email-steps.ts';
import { findProblems } from '../check/check.ts';
import { holdAutomation, refuseOther, refuseSequence, requireAutomation } from '../drafts.ts';
import type { Automations } from '../parts.ts';
import { countsForPlan, refuseBeyondPlan, refuseEditBeyondPlan, refuseSplitBeyondPlan } from '../plan.ts';
import { type AutomationRow, updateAutomation } from '../queries.ts';
import { watchSegments } from '../triggers/watch-segments.ts';
import { type Moves, planMoves, refuseWhileMoving } from './moves.ts';
import { insertVersion, lastVersion } from './queries.ts';

type Asked = { automationId: string; draftNo: number } & Moves;

/** The draft as it is becomes the next version, which never changes, and lets people in. */
export async function publishAutomation(parts: Automations, ctx: Context, asked: Asked): Promise<AutomationRow> {
  const looked = refuseSequence(await requireAutomation(ctx, asked.automationId));
  await refuseOther(ctx, looked, asked.draftNo);
  await refuseArchivedClient(ctx, looked.client_id);
  const document = AutomationDocument.parse(looked.draft);
  await refuseUnfinished(parts, ctx, looked, document);
  await refuseSplitBeyondPlan(ctx, document);
  // Before the lock: compiling emails takes a thread some hundred milliseconds each. Frozen content that is not used is found again later.
  const emails = await freezeEmails(parts, ctx, document);
  return inTransaction(ctx, async (ctx) => {
    await refuseArchivedClient(ctx, looked.client_id);
    const automation = await holdAutomation(ctx, asked.automationId);
    await refuseOther(ctx, automation, asked.draftNo);
    await refuseEditBeyondPlan(ctx, automation);
    await refuseWhileMoving(ctx, automation.id, asked);
    const version = (await lastVersion(ctx, automation.id)) + 1;
    const program = compile(document);
    await insertVersion(ctx, automation, { version, document, program: { ...program, emails } });
    const published = await updateAutomation(ctx, automation.id, {
      live_version: version,
      has_changes: false,
      // Somebody who paused it decides when it goes on, and one that is held stays so: what let too many in may be mended by this version.
      status: automation.status === 'paused' ? 'paused' : 'live',
    });
    if (!countsForPlan(automation)) await refuseBeyondPlan(ctx);
    await watchSegments(ctx);
    await planMoves(ctx, published, { document, program, version }, asked);
    return published;
  });
}

async function refuseUnfinished(
  parts: Automations,
  ctx: Context,
  automation: AutomationRow,
  document: AutomationDocument,
): Promise<void> {
  const blocking = (await findProblems(parts, ctx, automation, document)).filter(({ isBlocking }) => isBlocking);
  if (blocking.length === 0) return;
  const fields = Object.fromEntries(blocking.map(({ code, stepId }) => [stepId ?? 'automation', code]));
  throw new Problem('invalid_input', "This automation isn't complete. Open its checks to see what's missing.", {
    fields,
  });
}

export async function freezeEmails(
  { campaigns }: Pick<Automations, 'campaigns'>,
  ctx: Context,
  document: AutomationDocument,
): Promise<Record<string, FrozenEmail>> {
  const frozen: Record<string, FrozenEmail> = {};
  for (const { id, campaignId } of emailSteps(document)) {
    if (campaignId === null) continue;
    const { contentHash } = await freezeStepEmail(campaigns, ctx, campaignId);
    frozen[id] = { campaignId, contentHash: contentHash.toString('hex') };
  }
  return frozen;
}
