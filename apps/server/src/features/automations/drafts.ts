import { isDeepStrictEqual } from 'node:util';
import { AutomationDocument } from '@waggle/contracts/automation-document';
import { findPeopleNames } from '#features/accounts/index.ts';
import { type Context, inTransaction } from '#platform/context.ts';
import { notFound, Problem } from '#platform/problem.ts';
import { refuseEditBeyondPlan } from './plan.ts';
import { findVersion } from './publish/queries.ts';
import * as queries from './queries.ts';
import { checkReferences } from './references/check-references.ts';

export async function requireAutomation(ctx: Context, automationId: string): Promise<queries.AutomationRow> {
  const automation = await queries.findAutomation(ctx, automationId);
  if (!automation) throw notFound();
  return automation;
}

export async function holdAutomation(ctx: Context, automationId: string): Promise<queries.AutomationRow> {
  const automation = await queries.lockAutomation(ctx, automationId);
  if (!automation) throw notFound();
  return refuseSequence(automation);
}

/** What is behind a sequence is changed by its campaign alone. */
export function refuseSequence(automation: queries.AutomationRow): queries.AutomationRow {
  if (!automation.is_sequence) return automation;
  throw new Problem('wrong_state', 'This automation belongs to a sequence. Change the campaign instead.');
}

type Saved = { document: AutomationDocument; name?: string | undefined; draftNo?: number | undefined };

/** People inside and what is published stay as they are. */
export const keepDraft = (ctx: Context, automationId: string, { document, name, draftNo }: Saved) =>
  inTransaction(ctx, async (ctx) => {
    const automation = await holdAutomation(ctx, automationId);
    await refuseEditBeyondPlan(ctx, automation);
    if (draftNo !== undefined) await refuseOther(ctx, automation, draftNo);
    await checkReferences(ctx, automation.client_id, document, AutomationDocument.parse(automation.draft));
    return replaceDraft(ctx, automation, document, name);
  });

export async function replaceDraft(
  ctx: Context,
  automation: queries.AutomationRow,
  document: AutomationDocument,
  name?: string,
): Promise<queries.AutomationRow> {
  const published = await publishedOf(ctx, automation);
  const hasChanges = published === null || !isDeepStrictEqual(published.document, document);
  return queries.updateDraft(ctx, automation.id, { name, document, hasChanges });
}

/** Whoever read an older draft is told, before anything of it is overwritten or lets people in. */
export async function refuseOther(ctx: Context, automation: queries.AutomationRow, draftNo: number): Promise<void> {
  if (draftNo === automation.draft_no) return;
  const names = await findPeopleNames(ctx, [automation.draft_changed_by]);
  const by = names.get(automation.draft_changed_by) ?? 'Somebody';
  throw new Problem('automation_changed', `${by} saved this automation while you were editing.`, {
    fields: { by, at: automation.draft_changed_at.toISOString(), draftNo: String(automation.draft_no) },
  });
}

/** Parsed, so that one that was written before a step had all its parts compares with one written today. */
export async function publishedOf(ctx: Context, { id, live_version }: queries.AutomationRow) {
  const row = live_version === null ? undefined : await findVersion(ctx, id, live_version);
  return row ? { document: AutomationDocument.parse(row.document), at: row.published_at } : null;
}
