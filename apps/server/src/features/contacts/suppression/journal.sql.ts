import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';

/** Of an organization that has suppressed somebody. The time is that of the database, after whatever this transaction has waited for. */
export async function findKeyAndTime(ctx: Context): Promise<{ key: Buffer; now: Date }> {
  const { rows } = await sql<{ key: Buffer; now: Date }>`
    select key, clock_timestamp() as now from suppression_keys where organization_id = ${ctx.organizationId}::uuid`.execute(
    ctx.db,
  );
  if (!rows[0]) throw new Error('A suppression left no key.');
  return rows[0];
}

export async function isClientThere(ctx: Context, clientId: string): Promise<boolean> {
  const { rows } = await sql`
    select from clients where organization_id = ${ctx.organizationId}::uuid and id = ${clientId}::uuid`.execute(ctx.db);
  return rows.length > 0;
}

type Place = { channel: string; clientId: string | null };

/** Those of the hashes that nobody has taken back after that moment. */
export async function findStillBinding(
  ctx: Context,
  { channel, clientId }: Place,
  hashes: readonly Buffer[],
  at: Date,
): Promise<Buffer[]> {
  const { rows } = await sql<{ hash: Buffer }>`
    select hash from unnest(${hashes}::bytea[]) as given (hash) where not exists (
      select from suppressions where organization_id = ${ctx.organizationId}::uuid and channel = ${channel}
        and client_id is not distinct from ${clientId}::uuid and address_hash = given.hash and lifted_at > ${at}::timestamptz)`.execute(
    ctx.db,
  );
  return rows.map(({ hash }) => hash);
}

export type Addressed = { address: string; hash: Buffer };

/** The addresses some contacts have now, with their hashes. */
export async function findAddresses(
  ctx: Context,
  channel: string,
  contactIds: readonly string[],
): Promise<Addressed[]> {
  const address = channel === 'email' ? sql`email_folded` : sql`phone_e164`;
  const { rows } = await sql<Addressed>`
    select ${address} as address, public.hash_address(${channel}, ${address}) as hash from contacts
    where organization_id = ${ctx.organizationId}::uuid and id = any(${contactIds}::uuid[]) and ${address} is not null`.execute(
    ctx.db,
  );
  return rows;
}

/** What stood at that moment and may be taken back. */
export async function findLiftable(
  ctx: Context,
  { channel, clientId }: Place,
  { hashes, at, reasons }: { hashes: readonly Buffer[]; at: Date; reasons: readonly string[] },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from suppressions where organization_id = ${ctx.organizationId}::uuid and channel = ${channel}
      and client_id is not distinct from ${clientId}::uuid and address_hash = any(${hashes}::bytea[])
      and lifted_at is null and happened_at <= ${at}::timestamptz and reason = any(${reasons}::text[])`.execute(ctx.db);
  return rows.map(({ id }) => id);
}

/** Of what the backup does not know: its own note may be read later, by another process. */
export const insertLifted = (
  ctx: Context,
  { channel, clientId, source }: Place & { source: string },
  hashes: readonly Buffer[],
  at: Date,
) =>
  sql`
    insert into suppressions (organization_id, client_id, channel, address_hash, reason, source, happened_at, lifted_at)
    select ${ctx.organizationId}::uuid, ${clientId}::uuid, ${channel}, hash, 'manual', ${source}, ${at}::timestamptz, ${at}::timestamptz
    from unnest(${hashes}::bytea[]) as given (hash) on conflict do nothing`.execute(ctx.db);
