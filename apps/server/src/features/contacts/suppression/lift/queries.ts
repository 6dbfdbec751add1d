import type { Channel } from '@waggle/contracts/contacts';
import type { SuppressionReason } from '@waggle/contracts/suppressions';
import { type RawBuilder, sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import { addressed, bindingReasons, type Bound, type Target } from '../queries.ts';
import { reasonsByStrength, statusFor } from '../strength.ts';

export const findStanding = (ctx: Context, suppressionId: string) =>
  ctx.db
    .selectFrom('suppressions')
    .select(['id', 'client_id', 'channel', 'address', 'address_hash', 'reason', 'source'])
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', suppressionId)
    .where('lifted_at', 'is', null)
    .executeTakeFirst();

type OwnOptOut = { address: Target; clientId: string | null; source: string; sourceId: string; since: Date };

export const findOwnOptOut = (ctx: Context, { address, clientId, source, sourceId, since }: OwnOptOut) =>
  ctx.db
    .selectFrom('suppressions')
    .select(['id', 'client_id', 'channel', 'address', 'address_hash', 'reason', 'source'])
    .where('organization_id', '=', ctx.organizationId)
    .where('channel', '=', 'email')
    .where('address_hash', '=', hashOf(address))
    .where('client_id', 'is not distinct from', clientId)
    .where('reason', '=', 'unsubscribed')
    .where('source', '=', source)
    .where('source_id', '=', sourceId)
    .where('happened_at', '>=', since)
    .where('lifted_at', 'is', null)
    .executeTakeFirst();

const hashOf = (address: Target) =>
  typeof address === 'string' ? sql<Buffer>`public.hash_address('email', ${address})` : sql<Buffer>`${address}::bytea`;
export type Standing = NonNullable<Awaited<ReturnType<typeof findStanding>>>;

export const liftSuppression = (ctx: Context, suppressionId: string, at: Date | null = null) =>
  ctx.db
    .updateTable('suppressions')
    .set({ lifted_at: sql<Date>`coalesce(${at}::timestamptz, now())` })
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', suppressionId)
    .where('lifted_at', 'is', null)
    .returning('id')
    .executeTakeFirst();

/** What still binds the contact of the statement around it, strongest first. */
const remaining = (ctx: Context, { channel, address_hash }: Standing): RawBuilder<string> => sql<string>`(
  select other.reason from ${bindingReasons(ctx, { channel, hash: sql`${address_hash}::bytea`, clientId: sql`contacts.client_id` })} other
  order by array_position(${reasonsByStrength}::text[], other.reason) desc limit 1)`;

const statusOfReason = (reason: RawBuilder<string>): RawBuilder<string> =>
  sql<string>`coalesce((${JSON.stringify(
    Object.fromEntries(reasonsByStrength.map((each) => [each, statusFor(each)])),
  )}::jsonb) ->> ${reason}, 'active')`;

/** Only those who show this reason: whoever shows another has opted out some other way. */
export const reviveContacts = (ctx: Context, folded: readonly string[], standing: Standing): Promise<Bound[]> =>
  ctx.db
    .updateTable('contacts')
    .set({
      status: statusOfReason(remaining(ctx, standing)),
      updated_at: sql<Date>`now()`,
      last_activity_at: sql<Date>`now()`,
    })
    .where('organization_id', '=', ctx.organizationId)
    .where(addressed('email', folded))
    .$if(standing.client_id !== null, (query) => query.where('client_id', '=', standing.client_id))
    .where('status', '=', statusFor(standing.reason as SuppressionReason))
    .where(sql<boolean>`status <> ${statusOfReason(remaining(ctx, standing))}`)
    .returning(['id', 'client_id'])
    .execute();

/** Back to what was last agreed, unless something else binds the number. */
export const restoreNumbers = (ctx: Context, numbers: readonly string[], standing: Standing): Promise<Bound[]> =>
  ctx.db
    .updateTable('contacts')
    .set({ sms_consent: lastConsent('sms'), updated_at: sql<Date>`now()`, last_activity_at: sql<Date>`now()` })
    .where('organization_id', '=', ctx.organizationId)
    .where(addressed('sms', numbers))
    .$if(standing.client_id !== null, (query) => query.where('client_id', '=', standing.client_id))
    .where(sql<boolean>`${remaining(ctx, standing)} is null and sms_consent <> ${lastConsent('sms')}`)
    .returning(['id', 'client_id'])
    .execute();

const lastConsent = (channel: Channel) => sql<string>`coalesce((
  select consents.state from consents
  where consents.organization_id = contacts.organization_id and consents.contact_id = contacts.id and consents.channel = ${channel}::text
  order by consents.created_at desc, consents.id desc limit 1), 'none')`;
