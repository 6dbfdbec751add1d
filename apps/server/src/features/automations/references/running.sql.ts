import type { AutomationDocument } from '@waggle/contracts/automation-document';
import { sql } from 'kysely';
import { conditionsOf, type FindRunning, type Used } from '#features/contacts/index.ts';
import type { Context } from '#platform/context.ts';
import { type Named, namedIn } from './named.ts';

type Running = { name: string; document: AutomationDocument };

/** The version that lets people in, and every version somebody is still inside. */
async function findRunningWith(ctx: Context, id: string): Promise<Running[]> {
  const { rows } = await sql<Running>`
    select automation.name, version.document from automations as automation
    join automation_versions as version on version.organization_id = automation.organization_id and version.automation_id = automation.id
    where automation.organization_id = ${ctx.organizationId}::uuid and not automation.is_sequence
      and lower(version.document::text) like '%' || ${id}::text || '%'
      and ((automation.status in ('live', 'paused') and version.version = automation.live_version) or exists (
        select from automation_runs as run where run.organization_id = version.organization_id
          and run.automation_id = version.automation_id and run.version = version.version))
    order by automation.name`.execute(ctx.db);
  return rows;
}

/** That a document has the letters of the id somewhere, as in the address of a webhook, is not yet that it goes by it. */
export const runningAutomations: FindRunning = async (ctx, used) => {
  const { kind } = used;
  const id = used.id.toLowerCase();
  const running = await findRunningWith(ctx, id);
  const names = running.filter(({ document }) => goesBy(namedIn(document), kind, id)).map(({ name }) => name);
  return [...new Set(names)];
};

const goesBy = (named: Named, kind: Used['kind'], id: string): boolean =>
  named[kind].has(id) ||
  named.rules.some((rules) => conditionsOf(rules).some((condition) => asksFor(condition, kind, id)));

/** Rules whose tag or form is gone let nobody in. */
function asksFor(condition: ReturnType<typeof conditionsOf>[number], kind: Used['kind'], id: string): boolean {
  if (condition.kind === 'tag') return kind === 'tags' && condition.tagIds.some((tagId) => tagId.toLowerCase() === id);
  return condition.kind === 'form' && kind === 'forms' && condition.formId?.toLowerCase() === id;
}
