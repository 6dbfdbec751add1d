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
};
export type Bound = { id: string; client_id: string | null };

const strength = (reason: RawBuilder<unknown>) => sql`array_position(${reasonsByStrength}::text[], ${reason})`;
const optOutStrength = (status: RawBuilder<unknown>) =>
  sql`coalesce(array_position(${optOutsByStrength}::text[], ${status}), 0)`;
/** The contacts a row of `suppressions` binds. */
const boundBy = (clientId: string | null) =>
  clientId === null ? sql<boolean>`true` : sql<boolean>`contacts.client_id = ${clientId}::uuid`;

/** Held by the lock of the contacts, so there is one; an organization that suppresses nobody has none. */
export const makeKey = (ctx: Pick<Context, 'db' | 'organizationId'>, key: Buffer) =>
  ctx.db
    .insertInto('suppression_keys')
    .values({ organization_id: ctx.organizationId, key })
    .onConflict((conflict) => conflict.doNothing())
    .execute();

/** Answers the addresses, in small letters, that were not suppressed before, or for a weaker reason. */
export async function upsertSuppressions(ctx: Context, addresses: readonly string[], binding: Binding) {
  const { clientId, channel, reason, source, sourceId } = binding;
  const { rows } = await sql<{ folded: string }>`
    with typed as materialized (
      select distinct on (lower(address)) address, lower(address) as folded, public.hash_address(${channel}, address) as hash
      from unnest(${addresses}::text[]) as list (address)
    ), bound as (
      insert into suppressions as known (organization_id, client_id, channel, address_hash, address, reason, source, source_id)
      select ${ctx.organizationId}::uuid, ${clientId}::uuid, ${channel}::text, hash, case when ${reason}::text = 'erased' then null else address end,
        ${reason}::text, ${source}::text, ${sourceId}::uuid from typed
      on conflict (organization_id, client_id, channel, address_hash) do update
      set reason = excluded.reason, address = excluded.address, source = excluded.source, source_id = excluded.source_id,
        happened_at = excluded.happened_at, lifted_at = null
      where known.lifted_at is not null or ${strength(sql`excluded.reason`)} > ${strength(sql`known.reason`)}
      returning address_hash
    )
    select folded from typed join bound on bound.address_hash = typed.hash`.execute(ctx.db);
  return rows.map(({ folded }) => folded);
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
