import type { Context } from '#platform/context.ts';

/** What an email may say about this contact. */
export async function findReader(ctx: Context, contactId: string) {
  const row = await ctx.db
    .selectFrom('contacts')
    .select(['email', 'first_name as firstName', 'last_name as lastName', 'phone', 'company', 'attributes'])
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', contactId)
    .executeTakeFirst();
  return row && { ...row, attributes: (row.attributes ?? {}) as Record<string, unknown> };
}
