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
  'company',
  'time_zone',
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

/** In the order of their ids, as everybody who holds several. */
export const lockContacts = (ctx: Context, contactIds: readonly string[]) =>
  own(ctx)
    .select(columns)
    .where('id', '=', sql<string>`any(${contactIds}::uuid[])`)
    .orderBy('id')
    .forUpdate()
    .execute();

/** Who has the address, of this very client; null is the organization's own. */
export const findByAddress = (ctx: Context, email: string, clientId: string | null) =>
  ctx.db
    .selectFrom('contacts')
    .select(columns)
    .where('organization_id', '=', ctx.organizationId)
    .where('client_id', clientId === null ? 'is' : '=', clientId)
    .where('email_folded', '=', email.toLowerCase())
    .executeTakeFirst();

/** Those who have one of the addresses, in small letters, of this very client. Held, in the order of their ids. */
export const lockByAddress = (ctx: Context, folded: readonly string[], clientId: string | null) =>
  ctx.db
    .selectFrom('contacts')
    .select([...columns, 'email_folded as folded'])
    .where('organization_id', '=', ctx.organizationId)
    .where('client_id', clientId === null ? 'is' : '=', clientId)
    .where('email_folded', '=', sql<string>`any(${folded}::text[])`)
    .orderBy('id')
    .forUpdate()
    .execute();

export type ContactFields = {
  email: string;
  first_name: string | null;
  last_name: string | null;
  phone: string | null;
  phone_e164: string | null;
  company: string | null;
  time_zone: string | null;
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

/** Rows of one statement: a parameter for each value, of which PostgreSQL takes 65,535. */
const rowsAtOnce = 500;

/** Several of one client, with the first line of each one's past. Answers their ids by address as it was typed. */
export async function insertContacts(ctx: Context, contacts: readonly NewContact[]): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (let at = 0; at < contacts.length; at += rowsAtOnce) {
    const rows = await ctx.db
      .insertInto('contacts')
      .values(
        contacts.slice(at, at + rowsAtOnce).map(({ email, client_id, ...fields }) => ({
          organization_id: ctx.organizationId,
          email,
          client_id,
          ...stored(fields),
        })),
      )
      .returning(['id', 'client_id', 'email', 'source'])
      .execute();
    await insertActivities(
      ctx,
      rows.map(({ source, ...contact }) => ({ contact, type: 'contact.created', data: { source } })),
    );
    for (const { id, email } of rows) ids.set(email, id);
  }
  return ids;
}

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

/** Happens now unless it says when. */
export type Activity = { type: string; refId?: string; data?: Record<string, unknown>; happenedAt?: Date };

/** Moves the contact's last activity too, unless this transaction already has. */
export const insertActivity = (ctx: Context, contact: Pick<ContactRow, 'id' | 'client_id'>, activity: Activity) =>
  insertActivities(ctx, [{ contact, ...activity }]);

type ActivityOf = Activity & { contact: Pick<ContactRow, 'id' | 'client_id'> };

export async function insertActivities(ctx: Context, activities: readonly ActivityOf[]): Promise<void> {
  if (activities.length === 0) return;
  const lines = activities.map(
    ({ contact: { id, client_id }, type, refId = null, data = null, happenedAt = null }) => ({
      contact_id: id,
      client_id,
      type,
      ref_id: refId,
      data,
      happened_at: happenedAt,
    }),
  );
  await sql`
    with line as materialized (
      select * from json_to_recordset(${JSON.stringify(lines)}::json)
        as line (contact_id uuid, client_id uuid, type text, ref_id uuid, data jsonb, happened_at timestamptz)
    ), moved as (
      update contacts set last_activity_at = now()
      where organization_id = ${ctx.organizationId}::uuid and id in (select contact_id from line)
        and last_activity_at < now()
    )
    insert into contact_activity (organization_id, contact_id, client_id, type, ref_id, data, happened_at)
    select ${ctx.organizationId}::uuid, contact_id, client_id, type, ref_id, data, coalesce(happened_at, now()) from line`.execute(
    ctx.db,
  );
}
