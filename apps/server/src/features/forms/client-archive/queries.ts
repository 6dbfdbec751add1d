import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';

const shownOf = (ctx: Context, clientId: string) => sql`
  organization_id = ${ctx.organizationId}::uuid and client_id = ${clientId}::uuid and is_active and published_version is not null`;

export async function countShownOf(ctx: Context, clientId: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from forms where ${shownOf(ctx, clientId)}`.execute(ctx.db);
  return rows[0]!.total;
}

export async function findShownOf(ctx: Context, clientId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from forms where ${shownOf(ctx, clientId)} order by id`.execute(
    ctx.db,
  );
  return rows.map(({ id }) => id);
}
