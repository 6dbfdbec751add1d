import type { RuleGroup } from '@waggle/contracts/contact-rules';
import { type RawBuilder, sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import type { Db } from '#platform/database/database.ts';
import type { Cause } from '../../activity/cause.ts';

/** A segment that is watched, with its rules as they are now. */
export type Watched = {
  id: string;
  client_id: string | null;
  name: string;
  rules: RuleGroup;
  isFilled: boolean;
  /** Since when, as text: it is compared, and a Date would lose its microseconds. */
  began: string;
};

const columns = sql`segments.id, segments.client_id, segments.name, segments.rules, filled_at is not null as "isFilled",
  began_at::text as began`;

/**
 * Held in the order of their ids until the transaction ends. Members are judged in a statement after this one: who judges while
 * another one writes would bring back what that one has taken away.
 */
export async function holdWatches(ctx: Context, segmentId: string | null = null): Promise<Watched[]> {
  const { rows } = await sql<Watched>`
    select ${columns} from segment_watches watch
    join segments on segments.organization_id = watch.organization_id and segments.id = watch.segment_id
    where watch.organization_id = ${ctx.organizationId}::uuid
      ${segmentId === null ? sql`` : sql`and watch.segment_id = ${segmentId}::uuid`}
    order by watch.segment_id for update of watch`.execute(ctx.db);
  return rows;
}

/** Without holding them, in the order of their ids. */
export async function findWatches(ctx: Context): Promise<Watched[]> {
  const { rows } = await sql<Watched>`
    select ${columns} from segment_watches watch
    join segments on segments.organization_id = watch.organization_id and segments.id = watch.segment_id
    where watch.organization_id = ${ctx.organizationId}::uuid order by watch.segment_id`.execute(ctx.db);
  return rows;
}

export type Begun = Pick<Watched, 'id' | 'began'>;

/** Those of the ids that are segments and are not watched yet; answers them. */
export async function insertWatches(ctx: Context, segmentIds: readonly string[]): Promise<Begun[]> {
  const { rows } = await sql<Begun>`
    insert into segment_watches (organization_id, segment_id, client_id)
    select organization_id, id, client_id from segments
    where organization_id = ${ctx.organizationId}::uuid and id = any(${segmentIds}::uuid[]) order by id
    on conflict do nothing returning segment_id as id, began_at::text as began`.execute(ctx.db);
  return rows;
}

export const deleteWatchesBut = (ctx: Context, segmentIds: readonly string[]) =>
  sql`delete from segment_watches where organization_id = ${ctx.organizationId}::uuid
    and segment_id <> all(${segmentIds}::uuid[])`.execute(ctx.db);

/** Nothing when it is not watched. */
export async function beginAnew(ctx: Context, segmentId: string): Promise<Begun[]> {
  const { rows } = await sql<Begun>`
    update segment_watches set filled_at = null, began_at = clock_timestamp()
    where organization_id = ${ctx.organizationId}::uuid and segment_id = ${segmentId}::uuid
    returning segment_id as id, began_at::text as began`.execute(ctx.db);
  return rows;
}

export const notePassed = (ctx: Context, segmentId: string) =>
  sql`update segment_watches set passed_at = now(), filled_at = coalesce(filled_at, now())
    where organization_id = ${ctx.organizationId}::uuid and segment_id = ${segmentId}::uuid`.execute(ctx.db);

export type Changed = {
  contact_id: string;
  client_id: string | null;
  hasEntered: boolean;
  /** Came with a file a short while ago. */
  isImported: boolean;
};

/** Writes who of these is in the segment now, and answers for whom that is new. */
export async function noteMembers(
  ctx: Context,
  segmentId: string,
  condition: RawBuilder<boolean>,
  contactIds: readonly string[],
): Promise<Changed[]> {
  const { rows } = await sql<Changed>`
    with inside as materialized (
      select id as contact_id, client_id, import_id is not null and created_at > now() - interval '1 day' as "isImported"
      from contacts where organization_id = ${ctx.organizationId}::uuid and id = any(${contactIds}::uuid[]) and ${condition}
      order by id for key share
    ), came as (
      insert into segment_members (organization_id, segment_id, contact_id, client_id)
      select ${ctx.organizationId}::uuid, ${segmentId}::uuid, contact_id, client_id from inside
      on conflict do nothing returning contact_id, client_id
    ), went as (
      delete from segment_members member where organization_id = ${ctx.organizationId}::uuid and segment_id = ${segmentId}::uuid
        and contact_id = any(${contactIds}::uuid[])
        and not exists (select from inside where inside.contact_id = member.contact_id)
      returning contact_id, client_id
    )
    select came.contact_id, came.client_id, true as "hasEntered", "isImported" from came join inside using (contact_id)
    union all select contact_id, client_id, false, false from went`.execute(ctx.db);
  return rows;
}

export type Line = Pick<Changed, 'contact_id' | 'client_id' | 'hasEntered'> & { cause: Cause | null };

/** Nothing the contact did, so it does not count as its last activity: somebody idle would be active by entering the idle. */
export const insertLines = (ctx: Context, { id, name }: Pick<Watched, 'id' | 'name'>, lines: readonly Line[]) =>
  sql`
    insert into contact_activity (organization_id, contact_id, client_id, type, ref_id, data)
    select ${ctx.organizationId}::uuid, contact_id, client_id, case when entered then 'segment.entered' else 'segment.left' end, ${id}::uuid, data
    from json_to_recordset(${JSON.stringify(
      lines.map(({ contact_id, client_id, hasEntered, cause }) => ({
        contact_id,
        client_id,
        entered: hasEntered,
        data: { name, ...cause },
      })),
    )}::json) as line (contact_id uuid, client_id uuid, entered boolean, data jsonb)`.execute(ctx.db);

/** A page of all contacts in the order of their ids. */
export async function contactsAfter(ctx: Context, afterId: string | null, most: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from contacts where organization_id = ${ctx.organizationId}::uuid
      ${afterId === null ? sql`` : sql`and id > ${afterId}::uuid`} order by id limit ${most}`.execute(ctx.db);
  return rows.map(({ id }) => id);
}

/** Whose segments are watched, over all organizations. */
export async function organizationsThatWatch(sweep: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct organization_id as id from segment_watches order by 1`.execute(sweep);
  return rows.map(({ id }) => id);
}

/** The heir was in what either of them was in: to be merged is no way into a segment. */
export const moveMemberships = (ctx: Context, { from, to }: { from: string; to: string }) =>
  sql`
    insert into segment_members (organization_id, segment_id, contact_id, client_id, since)
    select organization_id, segment_id, ${to}::uuid, client_id, since from segment_members
    where organization_id = ${ctx.organizationId}::uuid and contact_id = ${from}::uuid
    on conflict do nothing`.execute(ctx.db);

/** Whether they are still in them at their new client is seen by the line of the move. */
export const carryMemberships = (ctx: Context, contactId: string, clientId: string | null) =>
  sql`update segment_members set client_id = ${clientId}::uuid
    where organization_id = ${ctx.organizationId}::uuid and contact_id = ${contactId}::uuid`.execute(ctx.db);
