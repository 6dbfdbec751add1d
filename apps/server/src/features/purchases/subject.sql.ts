import { sql } from 'kysely';
import { activeClient } from '#platform/active-client.ts';
import type { Context } from '#platform/context.ts';

export type SubjectTable = 'qr_codes' | 'forms' | 'campaigns';

export async function isInSight(ctx: Context, table: SubjectTable, id: string): Promise<boolean> {
  const clientId = activeClient(ctx);
  const { rows } = await sql`
    select from ${sql.table(table)} where organization_id = ${ctx.organizationId}::uuid and id = ${id}::uuid
      and ${clientId === null ? sql`true` : sql`client_id = ${clientId}::uuid`}`.execute(ctx.db);
  return rows.length > 0;
}
