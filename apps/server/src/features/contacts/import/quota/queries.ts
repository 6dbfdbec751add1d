import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';

/** What the organization has uploaded and not finished, over all clients. The next who asks waits until this one has added its own. */
export async function lockOpenImports({ db, organizationId }: Context): Promise<{ count: number; bytes: number }> {
  await sql`select pg_advisory_xact_lock(hashtextextended('open-imports:' || ${organizationId}::text, 0))`.execute(db);
  const { count, bytes } = await db
    .selectFrom('imports')
    .select([sql<string>`count(*)`.as('count'), sql<string>`coalesce(sum(bytes), 0)`.as('bytes')])
    .where('organization_id', '=', organizationId)
    .where('state', 'in', ['uploading', 'uploaded', 'checking', 'checked'])
    .executeTakeFirstOrThrow();
  return { count: Number(count), bytes: Number(bytes) };
}
