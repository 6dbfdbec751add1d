import type { Attributes } from '@waggle/contracts/contact-fields';
import { sql } from 'kysely';
import { activeClient } from '#platform/active-client.ts';
import type { Context } from '#platform/context.ts';

/** The client is named although the wall narrows to it anyway: only a named one finds its index. */
export const own = (ctx: Context) => {
  const clientId = activeClient(ctx);
  return ctx.db
    .selectFrom('contacts')
    .where('organization_id', '=', ctx.organizationId)
    .$if(clientId !== null, (query) => query.where('client_id', '=', clientId));
};

export const columns = [
  'id',
  'client_id',
  'email',
  'first_name',
  'last_name',
  'phone',
  'phone_e164',
  'source',
  'status',
  'email_consent',
  'sms_consent',
  'mail_paused_until',
  'mail_pause_asked_at',
  'attributes',
  'last_activity_at',
  'created_at',
  'updated_at',
] as const;

export const findContact = (ctx: Context, contactId: string) =>
  own(ctx).select(columns).where('id', '=', contactId).executeTakeFirst();
export type ContactRow = NonNullable<Awaited<ReturnType<typeof findContact>>>;

export const lockContact = (ctx: Context, contactId: string) =>
  own(ctx).select(columns).where('id', '=', contactId).forUpdate().executeTakeFirst();

/** Who has the address, of this very client; null is the organization's own. */
export const findByAddress = (ctx: Context, email: string, clientId: string | null) =>
  ctx.db
    .selectFrom('contacts')
    .select(columns)
    .where('organization_id', '=', ctx.organizationId)
    .where('client_id', clientId === null ? 'is' : '=', clientId)
    .where('email_folded', '=', email.toLowerCase())
    .executeTakeFirst();

export type ContactFields = {
  email: string;
  first_name: string | null;
  last_name: string | null;
  phone: string | null;
  phone_e164: string | null;
  source: string;
  status: string;
  email_consent: string;
  sms_consent: string;
  mail_paused_until: Date | null;
  mail_pause_asked_at: Date | null;
  attributes: Attributes;
};
export type NewContact = Partial<ContactFields> & Pick<ContactFields, 'email'> & { client_id: string | null };

const stored = ({ attributes, ...fields }: Partial<ContactFields>) => ({
  ...fields,
  ...(attributes === undefined ? {} : { attributes: JSON.stringify(attributes) }),
});

export const insertContact = (ctx: Context, { email, client_id, ...fields }: NewContact) =>
  ctx.db
    .insertInto('contacts')
    .values({ organization_id: ctx.organizationId, email, client_id, ...stored(fields) })
    .returning(columns)
    .executeTakeFirstOrThrow();

export const updateContact = (ctx: Context, contactId: string, change: Partial<ContactFields>) =>
  ctx.db
    .updateTable('contacts')
    .set({ ...stored(change), updated_at: sql<Date>`now()`, last_activity_at: sql<Date>`now()` })
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', contactId)
    .returning(columns)
    .executeTakeFirstOrThrow();

export const deleteContact = (ctx: Context, contactId: string) =>
  ctx.db
    .deleteFrom('contacts')
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', contactId)
    .returning(['id', 'client_id'])
    .executeTakeFirst();

/**
 * Puts the writers of one organization in order until this transaction ends, and says what the plan counts. Whoever adds
 * contacts, makes them active or suppresses an address takes this before reading what it decides by: only then can a
 * contact and a suppression of its address not pass each other unseen.
 */
export async function holdContacts(ctx: Context): Promise<number> {
  const { rows } = await sql<{ counted: string }>`
    insert into contact_counts as known (organization_id, counted) values (${ctx.organizationId}, 0)
    on conflict (organization_id) do update set counted = known.counted returning counted`.execute(ctx.db);
  return Number(rows[0]?.counted);
}

/** What the plan counts. After a write of contacts in this transaction the row is held until it ends. */
export const countedContacts = async (ctx: Context): Promise<number> =>
  Number(
    (
      await ctx.db
        .selectFrom('contact_counts')
        .select('counted')
        .where('organization_id', '=', ctx.organizationId)
        .executeTakeFirst()
    )?.counted ?? 0,
  );

export const hasContacts = async (ctx: Context): Promise<boolean> =>
  (await own(ctx).select('id').limit(1).executeTakeFirst()) !== undefined;

export type Activity = { type: string; refId?: string; data?: Record<string, unknown> };

/** Moves the contact's last activity too, unless this transaction already has. */
export const insertActivity = (ctx: Context, contact: Pick<ContactRow, 'id' | 'client_id'>, activity: Activity) =>
  ctx.db
    .with('moved', (db) =>
      db
        .updateTable('contacts')
        .set({ last_activity_at: sql<Date>`now()` })
        .where('organization_id', '=', ctx.organizationId)
        .where('id', '=', contact.id)
        .where('last_activity_at', '<', sql<Date>`now()`),
    )
    .insertInto('contact_activity')
    .values({
      organization_id: ctx.organizationId,
      contact_id: contact.id,
      client_id: contact.client_id,
      type: activity.type,
      ref_id: activity.refId ?? null,
      data: activity.data ? JSON.stringify(activity.data) : null,
    })
    .execute();
