import type { AutomationDocument } from '@waggle/contracts/automation-document';
import { isMember } from '#features/accounts/index.ts';
import { checkRules } from '#features/contacts/index.ts';
import type { Context } from '#platform/context.ts';
import { notFound } from '#platform/problem.ts';
import { type Named, namedIn } from './named.ts';
import { countKnown, type Table } from './queries.ts';

const tables: readonly Table[] = ['tags', 'segments', 'forms', 'qr_codes', 'campaigns', 'automations'];

/**
 * Everything a draft names must be there, for somebody who sees what the caller sees, and be its client's own. What it named
 * before may be gone since: the check before publishing says so, and nobody is kept from saving the rest.
 */
export async function checkReferences(
  ctx: Context,
  clientId: string | null,
  document: AutomationDocument,
  before?: AutomationDocument,
): Promise<void> {
  const [named, known] = [namedIn(document), before ? namedIn(before) : undefined];
  for (const table of tables) {
    const added = [...named[table]].filter((id) => !known?.[table].has(id));
    if (added.length > 0 && (await countKnown(ctx, table, added, clientId)) < added.length) throw notFound();
  }
  for (const memberId of newMembers(named, known)) if (!(await isMember(ctx, memberId))) throw notFound();
  const rulesBefore = new Set(known?.rules.map((rule) => JSON.stringify(rule)));
  for (const rule of named.rules) if (!rulesBefore.has(JSON.stringify(rule))) await checkRules(ctx, rule);
}

const newMembers = (named: Named, known: Named | undefined): string[] =>
  [...named.members].filter((id) => !known?.members.has(id));
