import { AutomationDocument } from '@waggle/contracts/automation-document';
import { mostAutomations } from '@waggle/contracts/automations';
import { clientOfNew } from '#features/accounts/index.ts';
import { cancelStepEmails, deleteStepDrafts } from '#features/campaigns/index.ts';
import { type Context, inTransaction } from '#platform/context.ts';
import { Problem } from '#platform/problem.ts';
import { startRowDeletion } from '#platform/row-deletion/jobs.ts';
import { emailSteps } from './check/email-steps.ts';
import { holdAutomation } from './drafts.ts';
import * as queries from './queries.ts';
import { checkReferences } from './references/check-references.ts';
import { hasPeopleInside } from './runs/queries.ts';
import { watchSegments } from './triggers/watch-segments.ts';

type New = { name: string; document: AutomationDocument; clientId?: string | null | undefined };

export async function createAutomation(
  ctx: Context,
  { name, document, clientId: typedClient }: New,
): Promise<queries.AutomationRow> {
  const clientId = await clientOfNew(ctx, typedClient);
  return inTransaction(ctx, async (ctx) => {
    await checkReferences(ctx, clientId, document);
    const automation = await queries.insertAutomation(ctx, { name, client_id: clientId, draft: document });
    if ((await queries.countAutomations(ctx)).automations > mostAutomations)
      throw new Problem(
        'quota_reached',
        `You have ${mostAutomations} automations. Delete one you no longer use, then try again.`,
      );
    return automation;
  });
}

/** Gone for everybody at once. Who was let in, and its figures, go in batches. */
export async function deleteAutomation(ctx: Context, automationId: string): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const automation = await holdAutomation(ctx, automationId);
    if (await hasPeopleInside(ctx, automationId))
      throw new Problem('in_use', 'People are inside this automation. End it first, then delete it.');
    const emails = emailSteps(AutomationDocument.parse(automation.draft)).flatMap(({ campaignId }) => campaignId ?? []);
    if (emails.length > 0) await deleteStepDrafts(ctx, emails);
    await cancelStepEmails(ctx, automationId);
    await queries.deleteAutomation(ctx, automationId);
    await startRowDeletion(ctx);
    await watchSegments(ctx);
  });
}
