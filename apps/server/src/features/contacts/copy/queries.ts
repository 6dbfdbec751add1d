import type { RuleGroup } from '@waggle/contracts/contact-rules';
import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import { countByClient } from '#platform/database/count-by-client.ts';

export const countTagsOf = (ctx: Context, clientIds: readonly string[]) => countByClient(ctx, 'tags', clientIds);
export const countFieldsOf = (ctx: Context, clientIds: readonly string[]) =>
  countByClient(ctx, 'contact_fields', clientIds);
export const countSegmentsOf = (ctx: Context, clientIds: readonly string[]) =>
  countByClient(ctx, 'segments', clientIds);

export async function findTagIds(ctx: Context, clientId: string): Promise<string[]> {
  const found = await ctx.db
    .selectFrom('tags')
    .select('id')
    .where('organization_id', '=', ctx.organizationId)
    .where('client_id', '=', clientId)
    .orderBy('id')
    .execute();
  return found.map(({ id }) => id);
}

/** Keys of the organization's own fields, which every client has, and of those of one client. */
export async function findFieldKeys(ctx: Context, clientId: string | null): Promise<Set<string>> {
  const found = await ctx.db
    .selectFrom('contact_fields')
    .select('key')
    .where('organization_id', '=', ctx.organizationId)
    .where(sql<boolean>`(client_id is null or client_id = ${clientId}::uuid)`)
    .execute();
  return new Set(found.map(({ key }) => key));
}

type Copy = { from: string; to: string };

/** `ids` says which tags, and the id each copy gets. Nobody has one of the copies. */
export async function copyTags(ctx: Context, { from, to, ids }: Copy & { ids: ReadonlyMap<string, string> }) {
  const pairs = [...ids].map(([source, copy]) => ({ source, copy }));
  const { rows } = await sql`
    insert into tags (organization_id, id, client_id, name, color)
    select tags.organization_id, pair.copy, ${to}::uuid, tags.name, tags.color
    from json_to_recordset(${JSON.stringify(pairs)}::json) as pair (source uuid, copy uuid)
    join tags on tags.organization_id = ${ctx.organizationId}::uuid and tags.client_id = ${from}::uuid and tags.id = pair.source
    returning id`.execute(ctx.db);
  return rows.length;
}

/** Under the same keys, by which forms, rules and emails name a field. */
export async function copyFields(ctx: Context, { from, to }: Copy): Promise<number> {
  const { rows } = await sql`
    insert into contact_fields (organization_id, client_id, key, label, type, options, position)
    select organization_id, ${to}::uuid, key, label, type, options, position from contact_fields
    where organization_id = ${ctx.organizationId}::uuid and client_id = ${from}::uuid
    returning id`.execute(ctx.db);
  return rows.length;
}

export async function findSegmentsOf(ctx: Context, clientId: string) {
  const found = await ctx.db
    .selectFrom('segments')
    .select(['name', 'rules'])
    .where('organization_id', '=', ctx.organizationId)
    .where('client_id', '=', clientId)
    .orderBy('id')
    .execute();
  return found.map(({ name, rules }) => ({ name, rules: rules as unknown as RuleGroup }));
}

export async function insertSegments(
  ctx: Context,
  to: string,
  segments: readonly { name: string; rules: RuleGroup }[],
) {
  if (segments.length === 0) return;
  await sql`
    insert into segments (organization_id, client_id, name, rules)
    select ${ctx.organizationId}::uuid, ${to}::uuid, name, rules
    from json_to_recordset(${JSON.stringify(segments)}::json) as copy (name text, rules jsonb)`.execute(ctx.db);
}
