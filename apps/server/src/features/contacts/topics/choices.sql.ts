import { type RawBuilder, sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import { emailHash } from '../suppression/queries.ts';

/** What somebody said of one topic, at `askedAt` in milliseconds since 1970. */
export type Choice = {
  topicId: string;
  optedOut: boolean;
  askedAt: number;
  source: 'person' | 'team';
  /** Whoever of the team recorded it. */
  by: string | null;
  /** Whose timeline shows it; null where no ledger leads there any more. */
  contactId: string | null;
  /** Whose topics can be meant: of the contact's client, and of whoever sent the email. Null is the organization itself. */
  clientId: string | null;
  senderId: string | null;
  /** Of the address the email went to, and the one the person has now, in small letters. */
  addressHash: Buffer | null;
  folded: string | null;
};

const given = (choices: readonly Choice[]) => {
  const list = <Key extends keyof Choice>(key: Key) => choices.map((choice) => choice[key]);
  return sql`unnest(
    ${list('topicId')}::uuid[], ${list('optedOut')}::bool[], ${choices.map(({ askedAt }) => new Date(askedAt).toISOString())}::timestamptz[],
    ${list('source')}::text[], ${list('by')}::uuid[], ${list('contactId')}::uuid[], ${list('clientId')}::uuid[],
    ${list('senderId')}::uuid[], ${list('addressHash')}::bytea[], ${list('folded')}::text[]
  ) as given (topic_id, opted_out, asked_at, source, said_by, contact_id, client_id, sender_id, address_hash, folded)`;
};

/**
 * The latest choice of an address counts, in whatever order and however often they are told; of two in the same millisecond the opt-out.
 * A topic of another client is none. What the team records takes back no opt-out of the person. A line in the timeline for each change.
 */
export async function applyChoices(ctx: Context, choices: readonly Choice[]): Promise<void> {
  if (choices.length === 0) return;
  await sql`
    with wish as materialized (
      select distinct on (topics.id, hashed.hash) topics.id as topic_id, topics.name, topics.client_id, hashed.hash, given.opted_out, given.asked_at,
        given.source, given.said_by, given.contact_id
      from ${given(choices)}
      join topics on topics.organization_id = ${ctx.organizationId}::uuid and topics.id = given.topic_id
        and (given.source = 'team' or topics.client_id is not distinct from given.client_id or topics.client_id is not distinct from given.sender_id)
      cross join lateral (select given.address_hash as hash union select ${emailHash(ctx, sql`given.folded`)}) hashed
      where hashed.hash is not null
      order by topics.id, hashed.hash, given.asked_at desc, given.opted_out desc
    ), before as materialized (
      select known.topic_id, known.address_hash, known.opted_out from topic_choices known
      join wish on known.organization_id = ${ctx.organizationId}::uuid and known.topic_id = wish.topic_id and known.address_hash = wish.hash
    ), applied as (
      insert into topic_choices as known (organization_id, topic_id, address_hash, client_id, opted_out, source, chosen_at)
      select ${ctx.organizationId}::uuid, topic_id, hash, client_id, opted_out, source, asked_at from wish order by topic_id, hash
      on conflict (organization_id, topic_id, address_hash) do update
      set opted_out = excluded.opted_out, source = excluded.source, chosen_at = excluded.chosen_at
      where (known.chosen_at, known.opted_out) < (excluded.chosen_at, excluded.opted_out)
        and not (excluded.source = 'team' and known.source = 'person' and known.opted_out)
      returning topic_id, address_hash, opted_out
    ), changed as materialized (
      select distinct on (wish.contact_id, wish.topic_id) wish.*, contacts.client_id as contact_client from applied
      join wish on wish.topic_id = applied.topic_id and wish.hash = applied.address_hash
      join contacts on contacts.organization_id = ${ctx.organizationId}::uuid and contacts.id = wish.contact_id
      left join before on before.topic_id = applied.topic_id and before.address_hash = applied.address_hash
      where applied.opted_out <> coalesce(before.opted_out, false)
      order by wish.contact_id, wish.topic_id
    ), moved as (
      update contacts set last_activity_at = latest.asked_at
      from (select contact_id, max(asked_at) as asked_at from changed group by contact_id) latest
      where contacts.organization_id = ${ctx.organizationId}::uuid and contacts.id = latest.contact_id
        and (contacts.last_activity_at is null or contacts.last_activity_at < latest.asked_at)
    )
    insert into contact_activity (organization_id, contact_id, happened_at, client_id, type, data)
    select ${ctx.organizationId}::uuid, contact_id, asked_at, contact_client, case when opted_out then 'topic.opted_out' else 'topic.opted_in' end,
      jsonb_strip_nulls(jsonb_build_object('topicId', topic_id, 'name', name, 'by', said_by))
    from changed`.execute(ctx.db);
}

/** Whether the address behind the hash opted out of a topic; no topic is nothing to opt out of. */
export const hasOptedOut = (
  ctx: Context,
  topicId: RawBuilder<unknown>,
  hash: RawBuilder<unknown>,
) => sql<boolean>`exists (
  select from topic_choices choices where choices.organization_id = ${ctx.organizationId}::uuid and choices.topic_id = ${topicId}
    and choices.address_hash = ${hash} and choices.opted_out)`;

/** Once the organization has its key. */
export async function hashOf(ctx: Context, folded: string): Promise<Buffer> {
  const { rows } = await sql<{ hash: Buffer }>`select ${emailHash(ctx, sql`${folded}::text`)} as hash`.execute(ctx.db);
  return rows[0]!.hash;
}

type Place = { folded: string; clientId: string | null };

/** Another address of the same person: of each topic the later choice of the two counts. */
export const carryChoices = (ctx: Context, from: Place, to: string) =>
  sql`insert into topic_choices as known (organization_id, topic_id, address_hash, client_id, opted_out, source, chosen_at)
    select organization_id, topic_id, ${emailHash(ctx, sql`${to}::text`)}, client_id, opted_out, source, chosen_at from topic_choices
    where organization_id = ${ctx.organizationId}::uuid and address_hash = ${emailHash(ctx, sql`${from.folded}::text`)}
      and (client_id is null or client_id = ${from.clientId}::uuid)
    on conflict (organization_id, topic_id, address_hash) do update
    set opted_out = excluded.opted_out, source = excluded.source, chosen_at = excluded.chosen_at
    where (known.chosen_at, known.opted_out) < (excluded.chosen_at, excluded.opted_out)`.execute(ctx.db);

type Shown = {
  topicId: string;
  name: string;
  archived: boolean;
  optedOut: boolean;
  by: string | null;
  chosenAt: Date | null;
};

/** Topics of the contact's client with what the address has chosen. One that is archived is shown to say who opted out of it. */
export async function findChoices(ctx: Context, { folded, clientId }: Place): Promise<Shown[]> {
  const { rows } = await sql<Shown>`
    select topics.id as "topicId", topics.name, topics.archived_at is not null as archived, coalesce(choices.opted_out, false) as "optedOut",
      choices.source as by, choices.chosen_at as "chosenAt"
    from topics left join topic_choices choices on choices.organization_id = topics.organization_id and choices.topic_id = topics.id
      and choices.address_hash = ${emailHash(ctx, sql`${folded}::text`)}
    where topics.organization_id = ${ctx.organizationId}::uuid and topics.client_id is not distinct from ${clientId}::uuid
      and (topics.archived_at is null or choices.opted_out)
    order by topics.archived_at is not null, topics.position, topics.id`.execute(ctx.db);
  return rows;
}

/** For the person to read: everything that is kept of the address. */
export async function choiceRows(ctx: Context, folded: string): Promise<unknown[]> {
  const { rows } = await sql<{ row: unknown }>`
    select jsonb_build_object('topic', topics.name, 'opted_out', choices.opted_out, 'source', choices.source, 'chosen_at', choices.chosen_at) as row
    from topic_choices choices join topics on topics.organization_id = choices.organization_id and topics.id = choices.topic_id
    where choices.organization_id = ${ctx.organizationId}::uuid and choices.address_hash = ${emailHash(ctx, sql`${folded}::text`)}
    order by topics.name`.execute(ctx.db);
  return rows.map(({ row }) => row);
}

/** Whoever is erased gets nothing of any topic; only that is kept. */
export const forgetChoices = (ctx: Context, folded: string, hashes: readonly Buffer[]) =>
  sql`delete from topic_choices where organization_id = ${ctx.organizationId}::uuid
    and (address_hash = ${emailHash(ctx, sql`${folded}::text`)} or address_hash = any(${hashes}::bytea[]))`.execute(
    ctx.db,
  );
