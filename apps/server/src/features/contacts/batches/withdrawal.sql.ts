import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';

export async function liftSuppressions(ctx: Context, batchId: string, contactIds: string[]): Promise<void> {
  await sql`
    update suppressions set lifted_at = now()
    where organization_id = ${ctx.organizationId} and channel = 'email' and source = 'bulk' and source_id = ${batchId}
      and lifted_at is null and address_hash in (
        select public.hash_address('email', email) from contacts
        where organization_id = ${ctx.organizationId} and id = any(${contactIds}::uuid[]))`.execute(ctx.db);
}

/** What this transaction has lifted of people who stay unsubscribed binds them again. */
export async function bindAgain(ctx: Context, batchId: string, contactIds: string[]): Promise<void> {
  await sql`
    update suppressions set lifted_at = null
    where organization_id = ${ctx.organizationId} and channel = 'email' and source = 'bulk' and source_id = ${batchId}
      and lifted_at = now() and address_hash in (
        select public.hash_address('email', email) from contacts
        where organization_id = ${ctx.organizationId} and id = any(${contactIds}::uuid[]) and status = 'unsubscribed')`.execute(
    ctx.db,
  );
}

/** What this transaction has lifted and has not bound again. */
export async function findLiftedNow(ctx: Context, batchId: string) {
  const { rows } = await sql<{ clientId: string | null; hash: Buffer }>`
    select client_id as "clientId", address_hash as hash from suppressions
    where organization_id = ${ctx.organizationId} and channel = 'email' and source = 'bulk' and source_id = ${batchId}
      and lifted_at = now()`.execute(ctx.db);
  return rows;
}
