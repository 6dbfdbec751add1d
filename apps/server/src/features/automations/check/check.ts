import type { AutomationDocument } from '@waggle/contracts/automation-document';
import type { AutomationProblem } from '@waggle/contracts/automations';
import { problemsOf } from '@waggle/automations/problems';
import { findStepEmailProblems } from '#features/campaigns/index.ts';
import type { Context } from '#platform/context.ts';
import type { Automations } from '../parts.ts';
import type { AutomationRow } from '../queries.ts';
import { namedIn } from '../references/named.ts';
import { countKnown, type Table } from '../references/queries.ts';
import { emailSteps } from './email-steps.ts';
import { findGoneRules } from './gone-rules.ts';

const tables: readonly Exclude<Table, 'campaigns'>[] = ['tags', 'segments', 'forms', 'qr_codes', 'automations'];

/** Everything that keeps a document from being published: what it says itself, what it names and is gone, and emails that cannot leave. */
export async function findProblems(
  { campaigns }: Automations,
  ctx: Context,
  { id, client_id: clientId }: Pick<AutomationRow, 'id' | 'client_id'>,
  document: AutomationDocument,
): Promise<AutomationProblem[]> {
  const named = namedIn(document);
  const gone: AutomationProblem[] = [];
  for (const table of tables) {
    const ids = [...named[table]];
    if (ids.length > 0 && (await countKnown(ctx, table, ids, clientId)) < ids.length)
      gone.push({ code: `${table.replace('_', '-')}-gone`, stepId: null, isBlocking: true });
  }
  gone.push(...(await findGoneRules(ctx, document)));
  const emails: AutomationProblem[] = [];
  for (const { id, campaignId } of emailSteps(document)) {
    if (campaignId === null) continue;
    for (const code of await findStepEmailProblems(campaigns, ctx, campaignId))
      emails.push({ code, stepId: id, isBlocking: true });
  }
  return [...problemsOf(document, id), ...gone, ...emails];
}
