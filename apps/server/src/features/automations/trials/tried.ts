import { AutomationDocument } from '@waggle/contracts/automation-document';
import type { Context } from '#platform/context.ts';
import { Problem } from '#platform/problem.ts';
import { publishedOf } from '../drafts.ts';
import type { AutomationRow } from '../queries.ts';

/** The number tells later whether it has been changed since. */
export async function triedOf(
  ctx: Context,
  automation: AutomationRow,
  of: 'draft' | 'live',
): Promise<{ document: AutomationDocument; no: number }> {
  if (of === 'draft') return { document: AutomationDocument.parse(automation.draft), no: automation.draft_no };
  const published = await publishedOf(ctx, automation);
  if (!published) throw new Problem('wrong_state', "This automation wasn't published yet. Test its draft.");
  return { document: published.document, no: automation.live_version! };
}
