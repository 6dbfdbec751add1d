import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';

/** Those that redirect. */
export async function countCodesOf(ctx: Context, clientId: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from qr_codes
    where organization_id = ${ctx.organizationId}::uuid and client_id = ${clientId}::uuid and is_active`.execute(
    ctx.db,
  );
  return rows[0]!.total;
}
