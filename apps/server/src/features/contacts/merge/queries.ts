import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import { columns, own } from '../queries.ts';

/** In the order of their ids, so that two merges of the same pair do not wait for each other. */
export const lockContacts = (ctx: Context, ids: string[]) =>
  own(ctx)
    .select(columns)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('id')
    .forUpdate()
    .execute();

/** Held before the contacts: whoever merges tags holds those while it goes through their contacts. */
export const holdTagsOf = (ctx: Context, contactId: string) =>
  ctx.db
    .selectFrom('tags')
    .select('id')
    .where('organization_id', '=', ctx.organizationId)
    .where(
      'id',
      'in',
      ctx.db
        .selectFrom('contact_tags')
        .select('tag_id')
        .where('organization_id', '=', ctx.organizationId)
        .where('contact_id', '=', contactId),
    )
    .orderBy('id')
    .forKeyShare()
    .execute();

export type Move = { from: string; to: string };

export const moveTags = (ctx: Context, { from, to }: Move) =>
  sql`
    insert into contact_tags (organization_id, contact_id, tag_id, client_id, created_at, contact_created_at)
    select had.organization_id, heir.id, had.tag_id, had.client_id, had.created_at, heir.created_at from contact_tags had
    join contacts heir on heir.organization_id = had.organization_id and heir.id = ${to}::uuid
    where had.organization_id = ${ctx.organizationId}::uuid and had.contact_id = ${from}::uuid
    on conflict do nothing`.execute(ctx.db);

/** They keep the place in which they are read as events: who has read one does not read it again. */
export const moveActivity = (ctx: Context, { from, to }: Move) =>
  sql`
    with moved as (
      delete from contact_activity where organization_id = ${ctx.organizationId}::uuid and contact_id = ${from}::uuid returning *
    )
    insert into contact_activity (organization_id, contact_id, happened_at, id, client_id, type, ref_id, data, written_in, written_no)
    select organization_id, ${to}::uuid, happened_at, id, client_id, type, ref_id, data, written_in, written_no from moved`.execute(
    ctx.db,
  );

/** Rows of proof are added and deleted, never changed: these come back with the other contact's id and their own dates. */
export const moveConsents = (ctx: Context, { from, to }: Move) =>
  sql`
    with moved as (
      delete from consents where organization_id = ${ctx.organizationId}::uuid and contact_id = ${from}::uuid returning *
    )
    insert into consents (organization_id, client_id, contact_id, channel, state, basis, text_shown, text_version, text_hash, source, source_id, ip_hash,
      recorded_by, expires_at, created_at)
    select organization_id, client_id, ${to}::uuid, channel, state, basis, text_shown, text_version, text_hash, source, source_id, ip_hash, recorded_by,
      expires_at, created_at
    from moved order by id`.execute(ctx.db);

/** The proof of an imported contact is on its import, which the merged one does not belong to: it gets a row of its own. */
export const keepImportProof = (ctx: Context, { from, to }: Move) =>
  sql`
    insert into consents (organization_id, client_id, contact_id, channel, state, basis, source, source_id, recorded_by, created_at)
    select contacts.organization_id, contacts.client_id, ${to}::uuid, 'email', 'granted', imports.plan ->> 'basis', 'import', imports.id,
      imports.created_by, contacts.created_at
    from contacts join imports on imports.organization_id = contacts.organization_id and imports.id = contacts.import_id
    where contacts.organization_id = ${ctx.organizationId}::uuid and contacts.id = ${from}::uuid and coalesce(imports.plan ->> 'basis', '') <> ''`.execute(
    ctx.db,
  );

/** Notes and tasks, with whom they came from and when. */
export const moveTeamwork = async (ctx: Context, { from, to }: Move): Promise<void> => {
  for (const table of ['contact_notes', 'contact_tasks'] as const)
    await ctx.db
      .updateTable(table)
      .set({ contact_id: to })
      .where('organization_id', '=', ctx.organizationId)
      .where('contact_id', '=', from)
      .execute();
};

/** Emails written to the one that goes are about the person who stays, in their file and in an erasure. */
export const moveEmails = (ctx: Context, { from, to }: Move) =>
  sql`update campaigns set contact_id = ${to}::uuid
    where organization_id = ${ctx.organizationId}::uuid and contact_id = ${from}::uuid`.execute(ctx.db);

/** So is what they sent with forms. */
export const moveSubmissions = (ctx: Context, { from, to }: Move) =>
  sql`update form_submissions set contact_id = ${to}::uuid
    where organization_id = ${ctx.organizationId}::uuid and contact_id = ${from}::uuid`.execute(ctx.db);

/** And emails that forms send them: what was asked of them is asked of the heir. */
export const moveFormEmails = (ctx: Context, { from, to }: Move) =>
  sql`update form_emails set contact_id = ${to}::uuid
    where organization_id = ${ctx.organizationId}::uuid and contact_id = ${from}::uuid`.execute(ctx.db);

/** And what they bought, with what led to it: shared anew among the touches of both. */
export const movePurchases = async (ctx: Context, { from, to }: Move): Promise<void> => {
  await sql`
    with moved as (
      delete from contact_touches where organization_id = ${ctx.organizationId}::uuid and contact_id = ${from}::uuid returning *
    )
    insert into contact_touches (organization_id, contact_id, happened_at, id, client_id, kind, subject_id)
    select organization_id, ${to}::uuid, happened_at, id, client_id, kind, subject_id from moved on conflict do nothing`.execute(
    ctx.db,
  );
  await sql`update purchases set contact_id = ${to}::uuid
    where organization_id = ${ctx.organizationId}::uuid and contact_id = ${from}::uuid`.execute(ctx.db);
};

/** What comes back from mails to the one that goes concerns the heir, and so does what came to it before. */
export const noteMerge = async (ctx: Context, { from, to }: Move): Promise<void> => {
  await ctx.db
    .updateTable('contact_merges')
    .set({ contact_id: to })
    .where('organization_id', '=', ctx.organizationId)
    .where('contact_id', '=', from)
    .execute();
  await sql`
    insert into contact_merges (organization_id, merged_id, contact_id, client_id)
    select organization_id, ${from}::uuid, id, client_id from contacts
    where organization_id = ${ctx.organizationId}::uuid and id = ${to}::uuid on conflict do nothing`.execute(ctx.db);
};

/** Nothing can be taken back on a contact that is gone. */
export const dropChanges = (ctx: Context, contactId: string) =>
  ctx.db
    .deleteFrom('contact_changes')
    .where('organization_id', '=', ctx.organizationId)
    .where('contact_id', '=', contactId)
    .execute();

/** Runs it and takes all of it back; inside a transaction, which goes on. */
export async function takenBack<Result>(ctx: Context, fn: () => Promise<Result>): Promise<Result> {
  await sql`savepoint trial`.execute(ctx.db);
  try {
    return await fn();
  } finally {
    await sql`rollback to savepoint trial`.execute(ctx.db);
  }
}

export async function countBelongings(ctx: Context, contactId: string) {
  const { rows } = await sql<{ notes: number; openTasks: number; emails: number }>`
    select (select count(*)::int from contact_notes where organization_id = ${ctx.organizationId}::uuid and contact_id = ${contactId}::uuid) as notes,
      (select count(*)::int from contact_tasks where organization_id = ${ctx.organizationId}::uuid and contact_id = ${contactId}::uuid
        and done_at is null) as "openTasks",
      (select count(*)::int from contact_activity where organization_id = ${ctx.organizationId}::uuid and contact_id = ${contactId}::uuid
        and type = 'email.sent') as emails`.execute(ctx.db);
  return rows[0]!;
}
