import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import { after, inOrder, page } from '#platform/keyset.ts';

export type Undone = { importId: string; clientId: string | null; month: string; startedAt: Date };

export type Changed = {
  contact_id: string;
  was: Record<string, unknown>;
  /** Null where the contact is gone. */
  now: Record<string, unknown> | null;
};

/** What the import changed in contacts that were there before, beside what they are now. Both are held. */
export async function takeChanges(ctx: Context, { importId, month }: Undone, most: number): Promise<Changed[]> {
  const { rows } = await sql<{ contact_id: string; was: Record<string, unknown> }>`
    select contact_id, was from contact_changes
    where organization_id = ${ctx.organizationId} and batch_month = ${month}::date and batch_id = ${importId}
      and change in ('updated', 'tagged')
    order by contact_id limit ${most} for update`.execute(ctx.db);
  const found = await sql<{ id: string; now: Record<string, unknown> }>`
    select id, jsonb_build_object('first_name', first_name, 'last_name', last_name, 'phone', phone,
      'phone_e164', phone_e164, 'company', company, 'time_zone', time_zone, 'attributes', attributes) as now from contacts
    where organization_id = ${ctx.organizationId} and id = any(${rows.map(({ contact_id }) => contact_id)}::uuid[])
    order by id for update`.execute(ctx.db);
  const current = new Map(found.rows.map(({ id, now }) => [id, now]));
  return rows.map((row) => ({ ...row, now: current.get(row.contact_id) ?? null }));
}

/** Each with all of its fields as they shall be. */
export async function restoreFields(
  ctx: Context,
  restored: { id: string; fields: Record<string, unknown> }[],
): Promise<void> {
  if (restored.length === 0) return;
  await sql`
    update contacts set first_name = given.first_name, last_name = given.last_name, phone = given.phone,
      phone_e164 = given.phone_e164, company = given.company, time_zone = given.time_zone, attributes = given.attributes, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(restored.map(({ id, fields }) => ({ id, ...fields })))}::jsonb)
      as given (id uuid, first_name text, last_name text, phone text, phone_e164 text, company text, time_zone text, attributes jsonb)
    where contacts.organization_id = ${ctx.organizationId} and contacts.id = given.id`.execute(ctx.db);
}

/** Answers the contacts that still had the tag from the import; given by hand afterwards, it stays. */
export async function removeTagLinks(
  ctx: Context,
  importId: string,
  links: { contactId: string; tagId: string }[],
): Promise<Set<string>> {
  if (links.length === 0) return new Set();
  const { rows } = await sql<{ contact_id: string }>`
    delete from contact_tags using unnest(${links.map(({ contactId }) => contactId)}::uuid[], ${links.map(({ tagId }) => tagId)}::uuid[])
      as given (contact_id, tag_id)
    where contact_tags.organization_id = ${ctx.organizationId} and contact_tags.contact_id = given.contact_id
      and contact_tags.tag_id = given.tag_id and contact_tags.created_at <= (
        -- Two clocks: that of the process that finished, and that of the database.
        select finished_at + interval '1 second' from imports where organization_id = ${ctx.organizationId} and id = ${importId}::uuid)
    returning contact_tags.contact_id`.execute(ctx.db);
  return new Set(rows.map(({ contact_id }) => contact_id));
}

/** A change that is dealt with leaves, so that a repeated step does not meet it again; one that was left alone says so. */
export async function settleChanges(
  ctx: Context,
  { importId, month }: Undone,
  { settled, kept }: { settled: string[]; kept: string[] },
): Promise<void> {
  await sql`
    delete from contact_changes where organization_id = ${ctx.organizationId} and batch_month = ${month}::date
      and batch_id = ${importId} and contact_id = any(${settled}::uuid[])`.execute(ctx.db);
  await sql`
    update contact_changes set change = 'kept' where organization_id = ${ctx.organizationId} and batch_month = ${month}::date
      and batch_id = ${importId} and contact_id = any(${kept}::uuid[])`.execute(ctx.db);
}

export async function insertRestored(
  ctx: Context,
  { importId, clientId }: Undone,
  contactIds: string[],
): Promise<void> {
  await sql`
    insert into contact_activity (organization_id, client_id, contact_id, type, ref_id, data)
    select ${ctx.organizationId}, ${clientId}::uuid, id, 'import.undone', ${importId}::uuid, null
    from unnest(${contactIds}::uuid[]) as given (id)`.execute(ctx.db);
}

export type Created = { id: string; touched: boolean };

/**
 * Contacts the import created, behind the given id. Touched is one that opted out, whose row was written later than by
 * the import, or to which anything else happened.
 */
export async function takeCreated(
  ctx: Context,
  { importId, startedAt }: Undone,
  behind: string,
  most: number,
): Promise<Created[]> {
  const held = await sql<{ id: string; opted_out: boolean; updated_at: string }>`
    select id, status not in ('active', 'lead') as opted_out, updated_at::text from contacts
    where organization_id = ${ctx.organizationId} and import_id = ${importId} and id > ${behind}::uuid
    order by id limit ${most} for update`.execute(ctx.db);
  const past = await sql<{ contact_id: string; imported_at: string | null; others: boolean }>`
    select contact_id, max(happened_at) filter (where own)::text as imported_at, bool_or(not own) as others from (
      select contact_id, happened_at, type = 'contact.imported' and ref_id = ${importId}::uuid as own from contact_activity
      where organization_id = ${ctx.organizationId} and contact_id = any(${held.rows.map(({ id }) => id)}::uuid[])
        and happened_at >= ${startedAt}::timestamptz - interval '1 hour'
    ) seen group by contact_id`.execute(ctx.db);
  const byContact = new Map(past.rows.map((row) => [row.contact_id, row]));
  return held.rows.map(({ id, opted_out, updated_at }) => {
    const seen = byContact.get(id);
    return { id, touched: opted_out || !seen || seen.others || seen.imported_at !== updated_at };
  });
}

export async function removeContacts(ctx: Context, contactIds: string[]): Promise<void> {
  if (contactIds.length === 0) return;
  await sql`
    delete from contact_activity where organization_id = ${ctx.organizationId} and contact_id = any(${contactIds}::uuid[])`.execute(
    ctx.db,
  );
  await sql`
    delete from contacts where organization_id = ${ctx.organizationId} and id = any(${contactIds}::uuid[])`.execute(
    ctx.db,
  );
}

/** How many of them were not noted before. */
export async function noteKept(
  ctx: Context,
  { importId, clientId, month }: Undone,
  contactIds: string[],
): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into contact_changes (organization_id, batch_month, batch_id, client_id, contact_id, change)
    select ${ctx.organizationId}, ${month}::date, ${importId}::uuid, ${clientId}::uuid, id, 'kept'
    from unnest(${contactIds}::uuid[]) as given (id) on conflict do nothing`.execute(ctx.db);
  return Number(numAffectedRows ?? 0n);
}

/** The contacts stay opted out: lifting says that mail may be asked for again, not that somebody asked. */
export async function liftSuppressions(ctx: Context, { importId }: Undone, most: number): Promise<Buffer[]> {
  const { rows } = await sql<{ hash: Buffer }>`
    update suppressions set lifted_at = now() where organization_id = ${ctx.organizationId} and id in (
      select id from suppressions where organization_id = ${ctx.organizationId} and source = 'import'
        and source_id = ${importId}::uuid and lifted_at is null and reason = 'manual' limit ${most})
    returning address_hash as hash`.execute(ctx.db);
  return rows.map(({ hash }) => hash);
}

type Question = { cursor?: string | undefined; limit: number; search?: string | undefined };

export async function findKept(ctx: Context, { importId, month }: Undone, question: Question) {
  const keyset = { by: sql`c.email_folded`, type: 'text' as const, id: sql`c.id`, descending: false };
  const from = sql`
    from contact_changes k join contacts c on c.organization_id = k.organization_id and c.id = k.contact_id
    where k.organization_id = ${ctx.organizationId} and k.batch_month = ${month}::date and k.batch_id = ${importId}
      and k.change = 'kept' and position(lower(${question.search ?? ''}) in c.email_folded) > 0`;
  const { rows } = await sql<{ contactId: string; email: string; cursor_value: string }>`
    select c.id as "contactId", c.email, c.email_folded as cursor_value ${from} and ${after(question.cursor, keyset)}
    order by ${inOrder(keyset)} limit ${question.limit + 1}`.execute(ctx.db);
  const count = await sql<{ total: string }>`select count(*) as total ${from}`.execute(ctx.db);
  return { ...page(rows, question.limit, (row) => row.contactId), total: Number(count.rows[0]?.total ?? 0) };
}
