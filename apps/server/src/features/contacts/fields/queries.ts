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
