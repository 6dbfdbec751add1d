import { tagColors } from '@waggle/contracts/tags';
import { sql } from 'kysely';
import { type Context, inTransaction } from '#platform/context.ts';
import { arrayOf } from './array-literal.ts';
import type { Attribute } from './attributes.ts';

export type KnownContact = {
  id: string;
  folded: string;
  status: string;
  first_name: string | null;
  last_name: string | null;
  phone: string | null;
  phone_e164: string | null;
  company: string | null;
  time_zone: string | null;
  attributes: Record<string, Attribute>;
};

/**
 * Contacts with these addresses, each looked up in the index on the address. No other index may be taken: statistics that
 * do not know the organization yet, because it is new or has just begun to import, let every index on it look as good,
 * and then all its contacts would be read for each address. Hence the order, which only this index has, and the ban on
 * sorting; a range of one address, because an equation would make its part of the order void.
 */
export function findKnown(
  ctx: Context,
  clientId: string | null,
  addresses: string[],
  hold: boolean,
): Promise<Map<string, KnownContact>> {
  return inTransaction(ctx, async (ctx) => {
    if (addresses.length === 0) return new Map();
    await sql`set local enable_sort = off`.execute(ctx.db);
    const { rows } = await sql<KnownContact>`
      select c.* from unnest(${arrayOf(addresses)}::text[]) as wanted (folded), lateral (
        select id, email_folded as folded, status, first_name, last_name, phone, phone_e164, company, time_zone, attributes from contacts
        where organization_id = ${ctx.organizationId} and client_id is not distinct from ${clientId}::uuid
          and email_folded >= wanted.folded and email_folded <= wanted.folded
        order by email_folded, id
        ${hold ? sql`for update` : sql``}
      ) c`.execute(ctx.db);
    await sql`set local enable_sort to default`.execute(ctx.db);
    return new Map(rows.map((row) => [row.folded, row]));
  });
}

/**
 * Most organizations have none when they import, and need not look for each row. The key comes with the first one, and
 * is in sight of everybody.
 */
export async function hasSuppressions(ctx: Context): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('suppression_keys')
    .select('organization_id')
    .where('organization_id', '=', ctx.organizationId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Ids by the name as it was given; the database decides which names are the same. */
export async function findTagIds(ctx: Context, clientId: string | null, names: string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ name: string; id: string }>`
    select given.name, tags.id from unnest(${names}::text[]) as given (name)
    join tags on tags.organization_id = ${ctx.organizationId} and tags.client_id is not distinct from ${clientId}::uuid
      and lower(tags.name) = lower(given.name)`.execute(ctx.db);
  return new Map(rows.map(({ name, id }) => [name, id]));
}

/** Their colors take turns, so that the tags of one column can be told apart. */
export async function createTags(ctx: Context, clientId: string | null, names: string[]): Promise<Map<string, string>> {
  await sql`
    insert into tags (organization_id, client_id, name, color)
    select ${ctx.organizationId}, ${clientId}::uuid, name, (${tagColors}::text[])[1 + (place + there.tags) % ${tagColors.length}::int]
    from unnest(${names}::text[]) with ordinality as given (name, place), (
      select count(*) - 1 as tags from tags
      where organization_id = ${ctx.organizationId} and client_id is not distinct from ${clientId}::uuid) there
    on conflict do nothing`.execute(ctx.db);
  return findTagIds(ctx, clientId, names);
}

export async function findTagLinks(ctx: Context, contactIds: string[]): Promise<Map<string, Set<string>>> {
  if (contactIds.length === 0) return new Map();
  const { rows } = await sql<{ contact_id: string; tag_ids: string[] }>`
    select contact_id, array_agg(tag_id::text) as tag_ids from contact_tags
    where organization_id = ${ctx.organizationId} and contact_id = any(${contactIds}::uuid[]) group by contact_id`.execute(
    ctx.db,
  );
  return new Map(rows.map(({ contact_id, tag_ids }) => [contact_id, new Set(tag_ids)]));
}
