import { AutomationDocument } from '@waggle/contracts/automation-document';
import { defaultTheme, type EmailDocument } from '@waggle/contracts/email-document';
import { copyStepEmail, createStepEmail } from '#features/campaigns/index.ts';
import { type Context, inTransaction } from '#platform/context.ts';
import { notFound } from '#platform/problem.ts';
import { emailSteps } from './check/email-steps.ts';
import { holdAutomation } from './drafts.ts';
import { refuseEditBeyondPlan } from './plan.ts';
import type { AutomationRow } from './queries.ts';

/** Nothing yet: whoever edits it begins with an empty page. */
const empty: EmailDocument = { version: 1, theme: defaultTheme, blocks: [] };

type Asked = { automationId: string; stepId: string; name: string; subject: string; from?: string | undefined };

/** The email of a step, to be edited as campaigns are. A step has one: whoever asks twice gets the first. */
export const emailOfStep = (ctx: Context, { automationId, stepId, name, subject, from }: Asked) =>
  inTransaction(ctx, async (ctx) => {
    const automation = await holdAutomation(ctx, automationId);
    const step = emailSteps(AutomationDocument.parse(automation.draft)).find(({ id }) => id === stepId);
    if (!step) throw notFound();
    if (step.campaignId !== null) return { campaignId: step.campaignId };
    await refuseEditBeyondPlan(ctx, automation);
    if (from !== undefined) return copyOwn(ctx, automation, { from, stepId });
    return createStepEmail(ctx, {
      automationId,
      stepId,
      clientId: automation.client_id,
      name,
      subject,
      document: empty,
    });
  });

/** Of a step that was duplicated: the copy belongs to its own step. Only an email of the same automation is copied. */
function copyOwn(ctx: Context, { id, draft }: AutomationRow, { from, stepId }: { from: string; stepId: string }) {
  if (!emailSteps(AutomationDocument.parse(draft)).some(({ campaignId }) => campaignId === from)) throw notFound();
  return copyStepEmail(ctx, from, { automationId: id, stepId });
}
