import { sql } from 'kysely';
import { activeClient } from '#platform/active-client.ts';
import type { Context } from '#platform/context.ts';

export type OpenImport = {
  id: string;
  name: string;
  clientId: string | null;
  /** Waiting is for the person: to match the columns, or to start it. */
  state: 'running' | 'waiting';
  done: number;
  total: number | null;
};

/** Contacts being checked or imported, and files that wait for their person; those are deleted after a day. */
export async function findOpenImports(ctx: Context, limit: number): Promise<OpenImport[]> {
  const { rows } = await sql<OpenImport>`
    select id, name, client_id as "clientId", case when state in ('checking', 'running') then 'running' else 'waiting' end as state,
      case when state in ('checking', 'running') then position else 0 end::float8 as done, rows::float8 as total
    from imports
    where ${inSight(ctx)} and state in ('uploaded', 'checking', 'checked', 'running')
    order by state in ('checking', 'running') desc, created_at desc, id limit ${limit}`.execute(ctx.db);
  return rows;
}

export type RecentImport = { id: string; name: string; clientId: string | null; people: number; at: Date };

/** Those that ended since then and were not undone. An import ends soon after it was created, which has an index. */
export async function findRecentImports(ctx: Context, since: Date, limit: number): Promise<RecentImport[]> {
  const { rows } = await sql<RecentImport>`
    select id, name, client_id as "clientId", finished_at as at,
      coalesce((counts ->> 'created')::float8, 0) + coalesce((counts ->> 'updated')::float8, 0) as people
    from imports
    where ${inSight(ctx)} and state = 'done' and finished_at is not null and created_at >= ${since.toISOString()}::timestamptz
    order by finished_at desc, id limit ${limit}`.execute(ctx.db);
  return rows;
}

const inSight = (ctx: Context) => {
  const clientId = activeClient(ctx);
  return sql`organization_id = ${ctx.organizationId}::uuid and kind = 'contacts'
    and (${clientId}::uuid is null or client_id = ${clientId}::uuid)`;
};
