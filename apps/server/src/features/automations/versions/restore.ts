import { AutomationDocument } from '@waggle/contracts/automation-document';
import { restoreStepEmail } from '#features/campaigns/index.ts';
import { type Context, inTransaction } from '#platform/context.ts';
import { holdAutomation, refuseOther, replaceDraft } from '../drafts.ts';
import { refuseEditBeyondPlan } from '../plan.ts';
import type { AutomationRow } from '../queries.ts';
import { frozenEmails } from './compare-emails.ts';
import { requireVersion } from './versions.ts';

type Asked = { automationId: string; version: number; draftNo: number; emails: 'published' | 'keep' };

/**
 * An older version is the draft again. It may name what is gone since: the check before publishing says so. What is published and
 * people inside stay as they are.
 */
export const restoreVersion = (ctx: Context, asked: Asked): Promise<AutomationRow> =>
  inTransaction(ctx, async (ctx) => {
    const automation = await holdAutomation(ctx, asked.automationId);
    await refuseEditBeyondPlan(ctx, automation);
    await refuseOther(ctx, automation, asked.draftNo);
    const row = await requireVersion(ctx, asked);
    if (asked.emails === 'published')
      for (const { stepId, campaignId, contentHash } of frozenEmails(automation.id, row.emails).values())
        await restoreStepEmail(ctx, campaignId, {
          automationId: automation.id,
          stepId,
          contentHash: Buffer.from(contentHash ?? '', 'hex'),
        });
    return replaceDraft(ctx, automation, AutomationDocument.parse(row.document));
  });
