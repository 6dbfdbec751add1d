import type { Attributes } from '@waggle/contracts/contact-fields';
import { sql } from 'kysely';
import { activeClient } from '#platform/active-client.ts';
import type { Context } from '#platform/context.ts';

const own = (ctx: Context) => ctx.db.selectFrom('contact_fields').where('organization_id', '=', ctx.organizationId);
const columns = ['id', 'client_id', 'key', 'label', 'type', 'options'] as const;

/** Those of the client that is looked at, and those of the organization, which every client shares. */
export function findFields(ctx: Context) {
  const clientId = activeClient(ctx);
  return own(ctx)
    .select(columns)
    .$if(clientId !== null, (query) => query.where(sql<boolean>`(client_id is null or client_id = ${clientId})`))
    .orderBy('position')
    .orderBy('id')
    .execute();
}
export type FieldRow = Awaited<ReturnType<typeof findFields>>[number];

/** Two people who add fields follow each other, so that neither passes the limit nor takes a key twice. */
export const lockFields = (ctx: Context) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`contact-fields:${ctx.organizationId}`}, 0))`.execute(ctx.db);

export const insertField = (
  ctx: Context,
  field: { key: string; label: string; type: string; options: string[]; client_id: string | null },
) =>
  ctx.db
    .insertInto('contact_fields')
    .values({
      organization_id: ctx.organizationId,
      ...field,
      position: sql<number>`(select coalesce(max(position), 0) + 1 from contact_fields where organization_id = ${ctx.organizationId})`,
    })
    .returning(columns)
    .executeTakeFirstOrThrow();

export const updateField = (ctx: Context, fieldId: string, change: { label?: string; options?: string[] }) =>
  ctx.db
    .updateTable('contact_fields')
    .set({ ...change, updated_at: sql<Date>`now()` })
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', fieldId)
    .returning(columns)
    .executeTakeFirst();

export const findField = (ctx: Context, fieldId: string) =>
  own(ctx).select(columns).where('id', '=', fieldId).executeTakeFirst();

export const deleteField = (ctx: Context, fieldId: string) =>
  ctx.db
    .deleteFrom('contact_fields')
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', fieldId)
    .returning('id')
    .executeTakeFirst();

/** Lays values over those of contacts; null takes one away. Answers those who have others than before, held in the order of their ids. */
export async function mergeAttributes(ctx: Context, patches: ReadonlyMap<string, Attributes>) {
  const given = [...patches].map(([contact_id, patch]) => ({ contact_id, patch }));
  const { rows } = await sql<{ id: string; client_id: string | null }>`
    with given as materialized (
      select * from json_to_recordset(${JSON.stringify(given)}::json) as given (contact_id uuid, patch jsonb)
    ), held as materialized (
      select contacts.id, jsonb_strip_nulls(contacts.attributes || given.patch) as merged
      from contacts join given on given.contact_id = contacts.id
      where contacts.organization_id = ${ctx.organizationId}::uuid order by contacts.id for no key update of contacts
    )
    update contacts set attributes = held.merged, updated_at = now(), last_activity_at = now()
    from held where contacts.organization_id = ${ctx.organizationId}::uuid and contacts.id = held.id
      and contacts.attributes is distinct from held.merged
    returning contacts.id, contacts.client_id`.execute(ctx.db);
  return rows;
}
