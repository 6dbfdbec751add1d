import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';

export type Cap = { emails: number; hours: number };

export async function findCap(ctx: Context): Promise<Cap | null> {
  const row = await ctx.db
    .selectFrom('organizations')
    .select(['cap_emails as emails', 'cap_hours as hours'])
    .where('id', '=', ctx.organizationId)
    .executeTakeFirst();
  return row && row.emails !== null && row.hours !== null ? { emails: row.emails, hours: row.hours } : null;
}

export const saveCap = (ctx: Context, cap: Cap | null) =>
  ctx.db
    .updateTable('organizations')
    .set({ cap_emails: cap?.emails ?? null, cap_hours: cap?.hours ?? null, updated_at: sql<Date>`now()` })
    .where('id', '=', ctx.organizationId)
    .execute();
