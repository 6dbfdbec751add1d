import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import { columns, type ContactFields } from '../queries.ts';

/** A tag marks contacts of its own client only, so the new client gets those it lacks, by name. */
export const makeTags = (ctx: Context, contactId: string, clientId: string | null) =>
  sql`
    insert into tags (organization_id, client_id, name, color)
    select had.organization_id, ${clientId}::uuid, had.name, had.color from contact_tags
    join tags had on had.organization_id = contact_tags.organization_id and had.id = contact_tags.tag_id
    where contact_tags.organization_id = ${ctx.organizationId}::uuid and contact_tags.contact_id = ${contactId}::uuid
    order by lower(had.name) on conflict do nothing`.execute(ctx.db);

export const changeClient = (
  ctx: Context,
  contactId: string,
  clientId: string | null,
  bound: Partial<Pick<ContactFields, 'status' | 'sms_consent'>>,
) =>
  ctx.db
    .updateTable('contacts')
    .set({ ...bound, client_id: clientId, updated_at: sql<Date>`now()`, last_activity_at: sql<Date>`now()` })
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', contactId)
    .returning(columns)
    .executeTakeFirstOrThrow();

/** The proof of consent stands in a row of its own by now; the import of another client cannot be undone here. */
export const leaveImport = (ctx: Context, contactId: string) =>
  ctx.db
    .updateTable('contacts')
    .set({ import_id: null })
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', contactId)
    .where('import_id', 'is not', null)
    .execute();

/** Rows that name a client are added and deleted, never changed: these come back as the new client's. */
export const carryTags = (ctx: Context, contactId: string, clientId: string | null) =>
  sql`
    with had as (
      delete from contact_tags where organization_id = ${ctx.organizationId}::uuid and contact_id = ${contactId}::uuid returning *
    )
    insert into contact_tags (organization_id, contact_id, tag_id, client_id, created_at, contact_created_at)
    select had.organization_id, had.contact_id, same.id, ${clientId}::uuid, had.created_at, had.contact_created_at from had
    join tags old on old.organization_id = had.organization_id and old.id = had.tag_id
    join tags same on same.organization_id = old.organization_id and same.client_id is not distinct from ${clientId}::uuid
      and lower(same.name) = lower(old.name)`.execute(ctx.db);

/** Every column but the client stays as it is, whatever columns there are. */
export const carryActivity = (ctx: Context, contactId: string, clientId: string | null) =>
  sql`
    with had as (
      delete from contact_activity where organization_id = ${ctx.organizationId}::uuid and contact_id = ${contactId}::uuid
      returning contact_activity as line
    )
    insert into contact_activity
    select (jsonb_populate_record(line, jsonb_build_object('client_id', ${clientId}::uuid))).* from had`.execute(
    ctx.db,
  );

export const carryConsents = (ctx: Context, contactId: string, clientId: string | null) =>
  sql`
    with had as (
      delete from consents where organization_id = ${ctx.organizationId}::uuid and contact_id = ${contactId}::uuid returning *
    )
    insert into consents (organization_id, client_id, contact_id, channel, state, basis, text_shown, text_version, text_hash, source, source_id, ip_hash,
      recorded_by, expires_at, created_at)
    select organization_id, ${clientId}::uuid, contact_id, channel, state, basis, text_shown, text_version, text_hash, source, source_id, ip_hash,
      recorded_by, expires_at, created_at
    from had order by id`.execute(ctx.db);

/** A task whose assignee does not work for the new client is nobody's there, which the list of tasks sees by itself. */
export const carryTeamwork = async (ctx: Context, contactId: string, clientId: string | null): Promise<void> => {
  for (const table of ['contact_notes', 'contact_tasks'] as const)
    await ctx.db
      .updateTable(table)
      .set({ client_id: clientId })
      .where('organization_id', '=', ctx.organizationId)
      .where('contact_id', '=', contactId)
      .execute();
};

/** What they bought counts for the new client from the beginning, as they themselves do. */
export const carryPurchases = async (ctx: Context, contactId: string, clientId: string | null): Promise<void> => {
  for (const table of ['contact_touches', 'purchases'] as const)
    await ctx.db
      .updateTable(table)
      .set({ client_id: clientId })
      .where('organization_id', '=', ctx.organizationId)
      .where('contact_id', '=', contactId)
      .execute();
};

/** What comes back from emails to contacts that were merged into this one finds it at its new client. */
export const carryMerges = (ctx: Context, contactId: string, clientId: string | null) =>
  ctx.db
    .updateTable('contact_merges')
    .set({ client_id: clientId })
    .where('organization_id', '=', ctx.organizationId)
    .where('contact_id', '=', contactId)
    .execute();
