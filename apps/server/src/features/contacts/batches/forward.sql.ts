import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import { archivedClientIds, isOfActiveClient } from '#features/accounts/index.ts';
import { matching, type SettledFilter } from '../list/queries.ts';
import { own } from '../queries.ts';
import type { BatchRow } from './queries.ts';

/** With `upTo` nobody who came after the batch was begun. */
export type Target = { ids: string[] } | { filter: SettledFilter; upTo?: string | null };
export type Visited = { id: string; client_id: string | null; email: string; status: string };

type Visit = { target: Target; lastId: string | null; most: number; hold: boolean };

/** The next contacts in the order of their ids; with `hold` nobody else changes them until the step ends. Those of archived clients stay as they are. */
export async function visit(ctx: Context, { target, lastId, most, hold }: Visit): Promise<Visited[]> {
  const meant =
    'ids' in target
      ? own(ctx).where('id', '=', sql<string>`any(${target.ids}::uuid[])`)
      : await matching(ctx, target.filter);
  const upTo = 'upTo' in target ? target.upTo : undefined;
  return meant
    .select(['id', 'client_id', 'email', 'status'])
    .where(isOfActiveClient(ctx))
    .$if(lastId !== null, (query) => query.where('id', '>', lastId))
    .$if(upTo != null, (query) => query.where('id', '<=', upTo!))
    .orderBy('id')
    .limit(most)
    .$if(hold, (query) => query.forUpdate('contacts'))
    .execute();
}

/** Ids are in the order of time. */
export const findLastId = async (ctx: Context): Promise<string | null> =>
  (await own(ctx).select('id').orderBy('id', 'desc').limit(1).executeTakeFirst())?.id ?? null;

/** Reads contacts only where a client is archived: the caller holds up whoever adds contacts meanwhile. */
export const countInArchive = async (ctx: Context, filter: SettledFilter): Promise<number> => {
  const archived = await archivedClientIds(ctx);
  if (archived.length === 0) return 0;
  const found = (await matching(ctx, filter)).where('client_id', '=', sql<string>`any(${archived}::uuid[])`);
  return Number(
    (await found.select(({ fn }) => fn.countAll<string>().as('contacts')).executeTakeFirstOrThrow()).contacts,
  );
};

export const countNamed = async (ctx: Context, ids: string[]): Promise<number> =>
  (
    await own(ctx)
      .select('id')
      .where('id', '=', sql<string>`any(${ids}::uuid[])`)
      .where(isOfActiveClient(ctx))
      .execute()
  ).length;

const idsOf = (contacts: { id: string }[]) => sql`any(${contacts.map(({ id }) => id)}::uuid[])`;
/** The month of the batch: a repeated step must meet the same partition. */
const monthOf = ({ created_at }: BatchRow) => sql`${`${created_at.toISOString().slice(0, 7)}-01`}::date`;

type Changed = { id: string }[];

/** Who belongs to another client than the tag is left alone, like who has it already. */
export async function tagMany(ctx: Context, batch: BatchRow, contacts: Visited[], tagId: string): Promise<Changed> {
  const { rows } = await sql<{ id: string }>`
    with added as (
      insert into contact_tags (organization_id, contact_id, tag_id, client_id, contact_created_at)
      select contacts.organization_id, contacts.id, tags.id, contacts.client_id, contacts.created_at from contacts
      join tags on tags.organization_id = contacts.organization_id and tags.id = ${tagId}
        and tags.client_id is not distinct from contacts.client_id
      where contacts.organization_id = ${ctx.organizationId} and contacts.id = ${idsOf(contacts)}
      on conflict do nothing returning contact_id, client_id
    ), noted as (
      insert into contact_changes (organization_id, batch_month, batch_id, contact_id, client_id, change)
      select ${ctx.organizationId}, ${monthOf(batch)}, ${batch.id}, contact_id, client_id, 'tagged' from added
    )
    select contact_id as id from added`.execute(ctx.db);
  return rows;
}

export async function untagMany(ctx: Context, batch: BatchRow, contacts: Visited[], tagId: string): Promise<Changed> {
  const { rows } = await sql<{ id: string }>`
    with removed as (
      delete from contact_tags
      where organization_id = ${ctx.organizationId} and tag_id = ${tagId} and contact_id = ${idsOf(contacts)}
      returning contact_id, client_id
    ), noted as (
      insert into contact_changes (organization_id, batch_month, batch_id, contact_id, client_id, change)
      select ${ctx.organizationId}, ${monthOf(batch)}, ${batch.id}, contact_id, client_id, 'untagged' from removed
    )
    select contact_id as id from removed`.execute(ctx.db);
  return rows;
}

/** Only who can be written to: an opt-out is never revived, and a bounce stays a bounce. */
export async function setStatus(ctx: Context, batch: BatchRow, contacts: Visited[], status: string): Promise<Changed> {
  const moved = contacts.filter((contact) => ['active', 'lead'].includes(contact.status) && contact.status !== status);
  if (moved.length === 0) return [];
  await sql`
    with moved as (
      update contacts set status = ${status}, updated_at = now()
      where organization_id = ${ctx.organizationId} and id = ${idsOf(moved)} returning id, client_id
    )
    insert into contact_changes (organization_id, batch_month, batch_id, contact_id, client_id, change, was)
    select ${ctx.organizationId}, ${monthOf(batch)}, ${batch.id}, id, client_id, 'status',
      jsonb_build_object('status', jsonb_build_array(before, ${status}::text))
    from moved join unnest(${moved.map(({ id }) => id)}::uuid[], ${moved.map(({ status }) => status)}::text[]) as known (id, before)
      using (id)`.execute(ctx.db);
  return moved;
}

/** Their activity stays until the change can no longer be taken back. */
export async function deleteMany(ctx: Context, batch: BatchRow, contacts: Visited[]): Promise<Changed> {
  await sql`
    insert into contact_changes (organization_id, batch_month, batch_id, contact_id, client_id, change, was)
    select organization_id, ${monthOf(batch)}, ${batch.id}, id, client_id, 'deleted', jsonb_build_object(
      'contact', to_jsonb(contacts) - 'search_words' - 'email_folded' - 'name_folded',
      'tagIds', coalesce((select jsonb_agg(tag_id) from contact_tags
        where contact_tags.organization_id = contacts.organization_id and contact_id = contacts.id), '[]'))
    from contacts where organization_id = ${ctx.organizationId} and id = ${idsOf(contacts)}`.execute(ctx.db);
  // All links in one statement; the key would delete them contact by contact.
  await sql`delete from contact_tags where organization_id = ${ctx.organizationId} and contact_id = ${idsOf(contacts)}`.execute(
    ctx.db,
  );
  await sql`delete from contacts where organization_id = ${ctx.organizationId} and id = ${idsOf(contacts)}`.execute(
    ctx.db,
  );
  return contacts;
}

type Note = { type: string; refId: string | null; data: Record<string, unknown> };

export async function noteActivity(ctx: Context, changed: Changed, { type, refId, data }: Note): Promise<void> {
  await sql`
    with seen as (
      update contacts set last_activity_at = now()
      where organization_id = ${ctx.organizationId} and id = ${idsOf(changed)} returning id, client_id
    )
    insert into contact_activity (organization_id, contact_id, client_id, type, ref_id, data)
    select ${ctx.organizationId}, id, client_id, ${type}, ${refId}::uuid, ${JSON.stringify(data)}::jsonb from seen`.execute(
    ctx.db,
  );
}
