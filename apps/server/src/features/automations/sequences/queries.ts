import type { AutomationDocument } from '@waggle/contracts/automation-document';
import type { Context } from '#platform/context.ts';

type New = { id: string; clientId: string | null; name: string; document: AutomationDocument };

/** Live from the start, with its only version. */
export const insertSequence = (ctx: Context, { id, clientId, name, document }: New) =>
  ctx.db
    .insertInto('automations')
    .values({
      organization_id: ctx.organizationId,
      id,
      client_id: clientId,
      name,
      status: 'live',
      draft: JSON.stringify(document),
      live_version: 1,
      has_changes: false,
      is_sequence: true,
    })
    .execute();
