import type { Channel } from '@waggle/contracts/contacts';
import type { SuppressionReason } from '@waggle/contracts/suppressions';
import { type RawBuilder, sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import { optOutsByStrength, reasonsByStrength, statusFor } from './strength.ts';

export type Binding = {
  channel: Channel;
  reason: SuppressionReason;
  source: string;
  sourceId: string | null;
  /** Null binds the whole organization. */
  clientId: string | null;
  /** Now, where it is not said. */
  at?: Date;
};
export type Bound = { id: string; client_id: string | null };

const strength = (reason: RawBuilder<unknown>) => sql`array_position(${reasonsByStrength}::text[], ${reason})`;
const optOutStrength = (status: RawBuilder<unknown>) =>
  sql`coalesce(array_position(${optOutsByStrength}::text[], ${status}), 0)`;
/** The contacts a row of `suppressions` binds. */
const boundBy = (clientId: string | null) =>
  clientId === null ? sql<boolean>`true` : sql<boolean>`contacts.client_id = ${clientId}::uuid`;

/** An organization that never suppressed or mailed anybody has none. */
export const makeKey = (ctx: Pick<Context, 'db' | 'organizationId'>, key: Buffer) =>
  ctx.db
    .insertInto('suppression_keys')
    .values({ organization_id: ctx.organizationId, key })
    .onConflict((conflict) => conflict.doNothing())
    .execute();

/**
 * hash_address() of an email in small letters. The key is read once for a statement, where the function reads it for each
 * row: 1 µs instead of 25. Null in an organization without a key.
 */
export const emailHash = ({ organizationId }: Pick<Context, 'organizationId'>, folded: RawBuilder<unknown>) => {
  const key = sql`(select key from suppression_keys where organization_id = ${organizationId}::uuid)`;
  return sql<Buffer | null>`sha256(${key} || sha256(${key} || convert_to('email:' || ${folded}, 'UTF8')))`;
};

/** An address, or the hash of one that nobody may know any more. */
export type Target = string | Buffer;
/** In small letters; null where only the hash is known. */
export type Suppressed = { folded: string | null; hash: Buffer };

/** Answers what was not suppressed before, or for a weaker reason. */
export async function upsertSuppressions(
  ctx: Context,
  targets: readonly Target[],
  binding: Binding,
): Promise<Suppressed[]> {
  const { clientId, channel, reason, source, sourceId, at = null } = binding;
  const { rows } = await sql<Suppressed>`
    with typed as materialized (
      select distinct on (hash) address, lower(address) as folded, hash from (
        select address, coalesce(given, public.hash_address(${channel}, address)) as hash
        from unnest(${targets.map((target) => (typeof target === 'string' ? target : null))}::text[],
          ${targets.map((target) => (typeof target === 'string' ? null : target))}::bytea[]) as list (address, given)
      ) hashed order by hash, address
    ), bound as (
      insert into suppressions as known (organization_id, client_id, channel, address_hash, address, reason, source, source_id, happened_at)
      select ${ctx.organizationId}::uuid, ${clientId}::uuid, ${channel}::text, hash, case when ${reason}::text = 'erased' then null else address end,
        ${reason}::text, ${source}::text, ${sourceId}::uuid, coalesce(${at}::timestamptz, now()) from typed
      on conflict (organization_id, client_id, channel, address_hash) do update
      set reason = excluded.reason, source = excluded.source, source_id = excluded.source_id,
        address = case when excluded.reason <> 'erased' then coalesce(excluded.address, known.address) end,
        happened_at = excluded.happened_at, lifted_at = null
      where (known.lifted_at is not null or ${strength(sql`excluded.reason`)} > ${strength(sql`known.reason`)})
        and (${at}::timestamptz is null or known.lifted_at is null or known.lifted_at <= ${at}::timestamptz)
      returning address_hash
    )
    select folded, hash from typed join bound on bound.address_hash = typed.hash`.execute(ctx.db);
  return rows;
}

/**
 * Whoever has opted out by two ways, or was suppressed by two people or files, is not so by one of them alone: the row then names
 * neither, so that taking back one does not take back both.
 */
export async function shareOptOuts(ctx: Context, targets: readonly Target[], binding: Binding): Promise<void> {
  const { clientId, channel, reason, source, sourceId } = binding;
  await sql`
    update suppressions set source_id = null
    where organization_id = ${ctx.organizationId}::uuid and channel = ${channel}::text and client_id is not distinct from ${clientId}::uuid
      and reason = ${reason}::text and lifted_at is null and source_id is not null
      and (source, source_id) is distinct from (${source}::text, ${sourceId}::uuid)
      and address_hash = any(array(
        select coalesce(given, public.hash_address(${channel}, address))
        from unnest(${targets.map((target) => (typeof target === 'string' ? target : null))}::text[],
          ${targets.map((target) => (typeof target === 'string' ? null : target))}::bytea[]) as list (address, given)))`.execute(
    ctx.db,
  );
}

/**
 * Emails of contacts with these hashes, in small letters. Contacts have no index by hash, so this looks at all of them, a
 * second or two for a million: only for a hash that came without its address.
 */
export async function findByHash(ctx: Context, hashes: readonly Buffer[]) {
  const { rows } = await sql<{ folded: string; hash: Buffer }>`
    select distinct folded, hash from (
      select email_folded as folded, ${emailHash(ctx, sql`email_folded`)} as hash from contacts
      where organization_id = ${ctx.organizationId}::uuid) hashed
    where hash = any(${hashes}::bytea[])`.execute(ctx.db);
  return rows;
}

/** Names the addresses of suppressions that were made by their hash alone. */
export async function nameSuppressions(ctx: Context, found: readonly Suppressed[], binding: Binding): Promise<void> {
  await sql`
    update suppressions set address = found.folded
    from unnest(${found.map(({ folded }) => folded)}::text[], ${found.map(({ hash }) => hash)}::bytea[]) as found (folded, hash)
    where organization_id = ${ctx.organizationId}::uuid and channel = 'email' and address_hash = found.hash and address is null
      and reason <> 'erased' and client_id is not distinct from ${binding.clientId}::uuid`.execute(ctx.db);
}

/** Shows it on every contact with one of the addresses, and answers those on which it was not shown. */
export function optOutContacts(ctx: Context, folded: readonly string[], binding: Binding): Promise<Bound[]> {
  const status = statusFor(binding.reason);
  return ctx.db
    .updateTable('contacts')
    .set({ status, updated_at: sql<Date>`now()`, last_activity_at: sql<Date>`now()` })
    .where('organization_id', '=', ctx.organizationId)
    .where('email_folded', '=', sql<string>`any(${folded}::text[])`)
    .where(boundBy(binding.clientId))
    .where(sql<boolean>`${optOutStrength(sql`status`)} < ${optOutStrength(sql`${status}::text`)}`)
    .returning(['id', 'client_id'])
    .execute();
}

/** A number that cannot be reached takes nothing back, so a bounce leaves the consent as it was. */
export function withdrawNumbers(ctx: Context, numbers: readonly string[], binding: Binding): Promise<Bound[]> {
  return ctx.db
    .updateTable('contacts')
    .set({ sms_consent: 'withdrawn', updated_at: sql<Date>`now()`, last_activity_at: sql<Date>`now()` })
    .where('organization_id', '=', ctx.organizationId)
    .where(withNumber(numbers))
    .where(boundBy(binding.clientId))
    .where('sms_consent', '<>', 'withdrawn')
    .returning(['id', 'client_id'])
    .execute();
}

/** Numbers have no index of their own; their digits are words of the search. */
const withNumber = (numbers: readonly string[]) => sql<boolean>`
  id in (select public.contact_matches((
    select coalesce(string_agg(quote_literal(ltrim(number, '+')), ' | '), '')::tsquery from unnest(${numbers}::text[]) as list (number)), 1000000))
  and phone_e164 = any(${numbers}::text[])`;

export const addressed = (channel: Channel, folded: readonly string[]) =>
  channel === 'email' ? sql<boolean>`email_folded = any(${folded}::text[])` : withNumber(folded);

/** One line in the past of every bound contact. */
export async function noteBound(
  ctx: Context,
  type: string,
  folded: readonly string[],
  { channel, clientId, reason, source }: Omit<Binding, 'sourceId'>,
): Promise<Bound[]> {
  const { rows } = await sql<Bound>`
    with bound as materialized (
      select id, client_id from contacts
      where organization_id = ${ctx.organizationId}::uuid and ${addressed(channel, folded)} and ${boundBy(clientId)}
    ), moved as (
      update contacts set last_activity_at = now() from bound
      where contacts.organization_id = ${ctx.organizationId}::uuid and contacts.id = bound.id and last_activity_at < now()
    ), noted as (
      insert into contact_activity (organization_id, contact_id, client_id, type, data)
      select ${ctx.organizationId}::uuid, id, client_id, ${type}::text, ${JSON.stringify({ channel, reason, source })}::jsonb from bound
    )
    select id, client_id from bound`.execute(ctx.db);
  return rows;
}

/**
 * The strongest reason for each suppressed address, of the client or of the whole organization. Looked up one by one, each
 * by its hash: joined, a planner without fresh statistics reads every suppression there is. What binds the whole
 * organization comes from a function: the rows themselves are hidden from people limited to a client.
 */
export async function findSuppressed(
  ctx: Context,
  channel: Channel,
  addresses: readonly string[],
  clientId: string | null,
) {
  const { rows } = await sql<{ folded: string; reason: SuppressionReason }>`
    with typed as materialized (
      select folded, public.hash_address(${channel}, folded) as hash
      from (select distinct lower(address) as folded from unnest(${addresses}::text[]) as list (address)) list
    ), standing as (
      select typed.folded, own.reason from typed cross join lateral (
        select reason from suppressions
        where organization_id = ${ctx.organizationId}::uuid and channel = ${channel}::text and address_hash = typed.hash
          and lifted_at is null and client_id = ${clientId}::uuid limit 1
      ) own
      union all
      select typed.folded, everywhere.reason
      from public.organization_suppressions(${channel}, array(select hash from typed)) everywhere join typed using (hash)
    )
    select distinct on (folded) folded, reason from standing order by folded, ${strength(sql`reason`)} desc`.execute(
    ctx.db,
  );
  return rows;
}

/** The reasons that bind an address for one client, in a statement about many contacts. */
export const bindingReasons = (
  ctx: Context,
  { channel, hash, clientId }: { channel: string; hash: RawBuilder<unknown>; clientId: RawBuilder<unknown> },
): RawBuilder<string> => sql<string>`(
  select own.reason from suppressions own
  where own.organization_id = ${ctx.organizationId}::uuid and own.channel = ${channel}::text and own.address_hash = ${hash}
    and own.lifted_at is null and own.client_id = ${clientId}
  union all
  select everywhere.reason from public.organization_suppressions(${channel}, array[${hash}]) everywhere)`;
