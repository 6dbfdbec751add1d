import { sql } from 'kysely';
import { isOfActiveClient } from '#features/accounts/index.ts';
import type { Context } from '#platform/context.ts';
import { bindingReasons } from '../suppression/queries.ts';
import type { BatchRow } from './queries.ts';

export type Change = { id: string; client_id: string | null };

/** What the batch did to the next contacts in the order of their ids, but for those whose client was archived since. */
export const nextChanges = (ctx: Context, batch: BatchRow, most: number): Promise<Change[]> =>
  ctx.db
    .selectFrom('contact_changes')
    .select(['contact_id as id', 'client_id'])
    .where('organization_id', '=', ctx.organizationId)
    .where('batch_id', '=', batch.id)
    .where('batch_month', '=', sql<Date>`${`${batch.created_at.toISOString().slice(0, 7)}-01`}::date`)
    .where(isOfActiveClient(ctx))
    .$if(batch.last_id !== null, (query) => query.where('contact_id', '>', batch.last_id ?? ''))
    .orderBy('contact_id')
    .limit(most)
    .execute();

const idsOf = (changes: Change[]) => sql`any(${changes.map(({ id }) => id)}::uuid[])`;
const noted = (ctx: Context, batch: BatchRow, changes: Change[]) => sql`
  select contact_id, client_id, was from contact_changes
  where organization_id = ${ctx.organizationId} and batch_id = ${batch.id} and contact_id = ${idsOf(changes)}`;

/** In the order of their ids, like every step, before anything else of them is touched. */
export const holdThem = (ctx: Context, changes: Change[]) =>
  sql`select from contacts where organization_id = ${ctx.organizationId} and id = ${idsOf(changes)} order by id for update`.execute(
    ctx.db,
  );

/** Takes the tag from those who have it from this batch; given by hand afterwards, it stays. */
export async function untagAgain(ctx: Context, batch: BatchRow, changes: Change[], tagId: string): Promise<Change[]> {
  const { rows } = await sql<Change>`
    delete from contact_tags where organization_id = ${ctx.organizationId} and tag_id = ${tagId}
      and contact_id = ${idsOf(changes)} and created_at <= (
        select finished_at from contact_batches where organization_id = ${ctx.organizationId} and id = ${batch.id})
    returning contact_id as id, client_id`.execute(ctx.db);
  return rows;
}

export async function tagAgain(ctx: Context, changes: Change[], tagId: string): Promise<Change[]> {
  const { rows } = await sql<Change>`
    insert into contact_tags (organization_id, contact_id, tag_id, client_id, contact_created_at)
    select contacts.organization_id, contacts.id, tags.id, contacts.client_id, contacts.created_at from contacts
    join tags on tags.organization_id = contacts.organization_id and tags.id = ${tagId}
      and tags.client_id is not distinct from contacts.client_id
    where contacts.organization_id = ${ctx.organizationId} and contacts.id = ${idsOf(changes)}
    on conflict do nothing returning contact_id as id, client_id`.execute(ctx.db);
  return rows;
}

/** Whoever is suppressed by now, by whatever, gets nothing again. */
const suppressed = (ctx: Context) =>
  sql`exists (select from ${bindingReasons(ctx, {
    channel: 'email',
    hash: sql`public.hash_address('email', contact.email)`,
    clientId: sql`contact.client_id`,
  })} reasons)`;

/** Back to what it was, unless somebody has moved it on or the address is suppressed; at most `room` of them. */
export async function restoreStatus(
  ctx: Context,
  batch: BatchRow,
  changes: Change[],
  room: number | null,
): Promise<Change[]> {
  const { rows } = await sql<Change>`
    with free as (
      select contact.id, noted.was->'status'->>0 as before
      from (${noted(ctx, batch, changes)}) noted
      join contacts contact on contact.organization_id = ${ctx.organizationId} and contact.id = noted.contact_id
      where contact.status = noted.was->'status'->>1 and not ${suppressed(ctx)}
      order by contact.id limit ${room}::bigint
    )
    update contacts set status = free.before, updated_at = now(), last_activity_at = now() from free
    where contacts.organization_id = ${ctx.organizationId} and contacts.id = free.id
    returning contacts.id, contacts.client_id`.execute(ctx.db);
  return rows;
}

/**
 * Puts deleted contacts back as they were, except whose address somebody else has by now, and at most `room` that the
 * plan counts. Somebody suppressed meanwhile comes back as opted out.
 */
export async function restoreContacts(
  ctx: Context,
  batch: BatchRow,
  changes: Change[],
  room: number | null,
): Promise<Change[]> {
  // Counts of months know those who come back: they came once.
  await sql`select set_config('app.restoring', 'on', true)`.execute(ctx.db);
  const { rows } = await sql<Change>`
    with gone as (
      select contact.*, ${suppressed(ctx)} as suppressed, noted.was
      from (${noted(ctx, batch, changes)}) noted, jsonb_populate_record(null::contacts, noted.was->'contact') contact
      -- A value and not a join: whatever the planner knows of the table, it looks 2,000 addresses up one by one.
      where (select count(*) from contacts taken where taken.organization_id = ${ctx.organizationId}
        and taken.email_folded = lower(contact.email) and taken.client_id is not distinct from contact.client_id) = 0
    ), judged as (
      select *, case when suppressed and status in ('active', 'lead') then 'unsubscribed' else status end as fate from gone
    ), placed as (
      select *, count(*) filter (where fate in ('active', 'lead')) over (order by id) as place from judged
    ), back as (
      insert into contacts (organization_id, id, client_id, email, first_name, last_name, phone, phone_e164, company, time_zone, source, status,
        attributes, email_consent, sms_consent, mail_paused_until, mail_pause_asked_at, import_id, created_at, updated_at, last_activity_at)
      select organization_id, id, client_id, email, first_name, last_name, phone, phone_e164, company, time_zone, source, fate,
        attributes, email_consent, sms_consent, mail_paused_until, mail_pause_asked_at, import_id, created_at, now(), now()
      from placed where fate not in ('active', 'lead') or ${room}::bigint is null or place <= ${room}::bigint
      on conflict do nothing returning id, client_id
    )
    select id, client_id from back`.execute(ctx.db);
  await sql`select set_config('app.restoring', '', true)`.execute(ctx.db);
  await tagRestored(ctx, batch, rows);
  return rows;
}

const tagRestored = (ctx: Context, batch: BatchRow, restored: Change[]) =>
  sql`
    insert into contact_tags (organization_id, contact_id, tag_id, client_id, contact_created_at)
    select tags.organization_id, noted.contact_id, tags.id, noted.client_id, contacts.created_at
    from (${noted(ctx, batch, restored)}) noted
    join contacts on contacts.organization_id = ${ctx.organizationId} and contacts.id = noted.contact_id
    cross join jsonb_array_elements_text(noted.was->'tagIds') as had (tag_id)
    join tags on tags.organization_id = ${ctx.organizationId} and tags.id = had.tag_id::uuid
    on conflict do nothing`.execute(ctx.db);
