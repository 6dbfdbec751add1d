import type { Channel } from '@waggle/contracts/contacts';
import type { SuppressionReason } from '@waggle/contracts/suppressions';
import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import { pageWithTotal } from '#platform/keyset.ts';
import { toE164 } from '../phones.ts';

export type SuppressionsQuestion = {
  cursor?: string | undefined;
  limit: number;
  search?: string | undefined;
  sort: '-happenedAt' | 'happenedAt';
  channel?: Channel | undefined;
  reason?: SuppressionReason | undefined;
};

const columns = ['id', 'client_id', 'channel', 'address', 'reason', 'source', 'happened_at'] as const;

const standing = (ctx: Context) =>
  ctx.db.selectFrom('suppressions').where('organization_id', '=', ctx.organizationId).where('lifted_at', 'is', null);

/** Greater than any address that begins with it, byte by byte. */
const lastCharacter = '\u{10FFFF}';

/**
 * A whole address by its hash, which also finds one that was erased, and the beginning of one that is still named. Bytes are
 * compared because LIKE isn't leakproof: under row-level security no index can serve it.
 */
const isAddress = (ctx: Context, typed: string) => {
  const beginning = /^\+[\d ().-]+$/.test(typed) ? typed.replace(/[^\d+]/g, '') : typed.toLowerCase();
  return sql<boolean>`id in (
    select id from suppressions where organization_id = ${ctx.organizationId}::uuid and address_hash in (
      select public.hash_address('email', ${typed}) union all select public.hash_address('sms', ${toE164(typed)}::text))
    union all
    select id from suppressions where organization_id = ${ctx.organizationId}::uuid
      and address ~>=~ ${beginning}::text and address ~<~ ${beginning + lastCharacter}::text)`;
};

export async function findSuppressions(ctx: Context, question: SuppressionsQuestion) {
  const { search = '', channel, reason } = question;
  const keyset = {
    by: sql`happened_at`,
    type: 'timestamptz' as const,
    id: sql`id`,
    descending: question.sort.startsWith('-'),
  };
  const found = standing(ctx)
    .$if(channel !== undefined, (query) => query.where('channel', '=', channel ?? ''))
    .$if(reason !== undefined, (query) => query.where('reason', '=', reason ?? ''))
    .$if(search !== '', (query) => query.where(isAddress(ctx, search)));
  return pageWithTotal(found, found.select(columns), question, keyset);
}

/** The row of one address and one client, whoever it was written by. */
export const findSuppressionOf = (ctx: Context, channel: Channel, address: string, clientId: string | null) =>
  standing(ctx)
    .select(columns)
    .where('channel', '=', channel)
    .where('address_hash', '=', sql<Buffer>`public.hash_address(${channel}, ${address})`)
    .where('client_id', clientId === null ? 'is' : '=', clientId)
    .executeTakeFirstOrThrow();
export type SuppressionRow = Awaited<ReturnType<typeof findSuppressionOf>>;

type BindingRow = { channel: string; reason: string; happened_at: Date; everywhere: boolean };

/** Everything that binds one contact: what its client set, and what holds for the whole organization. */
export async function findSuppressionsOf(
  ctx: Context,
  { email, phone_e164, client_id }: { email: string; phone_e164: string | null; client_id: string | null },
): Promise<BindingRow[]> {
  const { rows } = await sql<BindingRow>`
    with addresses (channel, hash) as materialized (
      values ('email', public.hash_address('email', ${email})), ('sms', public.hash_address('sms', ${phone_e164}::text))
    )
    select * from (
      select own.channel, own.reason, own.happened_at, false as everywhere from suppressions own
      where own.organization_id = ${ctx.organizationId}::uuid and own.lifted_at is null and own.client_id = ${client_id}::uuid
        and (own.channel, own.address_hash) in (select channel, hash from addresses)
      union all
      select addresses.channel, found.reason, found.happened_at, true
      from addresses, public.organization_suppressions(addresses.channel, array[addresses.hash]) found
    ) binding order by happened_at, channel, everywhere`.execute(ctx.db);
  return rows;
}
