import { sql } from 'kysely';
import { activeClient } from '#platform/active-client.ts';
import type { Context } from '#platform/context.ts';

function form(ctx: Context, formId: string) {
  const clientId = activeClient(ctx);
  return ctx.db
    .selectFrom('forms')
    .select('client_id')
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', formId)
    .$if(clientId !== null, (query) => query.where('client_id', '=', clientId));
}

/** Held, so that it is not deleted before its code is there. */
export const holdForm = (ctx: Context, formId: string) => form(ctx, formId).forKeyShare().executeTakeFirst();

export const hasForm = async (ctx: Context, formId: string): Promise<boolean> =>
  (await form(ctx, formId).executeTakeFirst()) !== undefined;

export async function releaseCodes(ctx: Context, formId: string): Promise<string[]> {
  const codes = await ctx.db
    .updateTable('qr_codes')
    .set({ form_id: null, is_active: false, updated_at: sql<Date>`now()` })
    .where('organization_id', '=', ctx.organizationId)
    .where('form_id', '=', formId)
    .returning('short_code')
    .execute();
  return codes.map(({ short_code }) => short_code);
}

export const switchOffTargets = (ctx: Context, shortCodes: readonly string[]) =>
  ctx.db
    .updateTable('link_targets')
    .set({ is_active: false })
    .where('organization_id', '=', ctx.organizationId)
    .where('short_code', '=', sql<string>`any(${shortCodes})`)
    .execute();
