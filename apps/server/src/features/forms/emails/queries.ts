import { type RawBuilder, sql } from 'kysely';
import { emailHash } from '#features/contacts/index.ts';
import type { Backlog, Claim, Held, NextDue, Result, Writes, Written } from '#features/delivery/index.ts';
import type { Context } from '#platform/context.ts';
import type { Db } from '#platform/database/database.ts';

/** The emails of one client, or with null of the organization itself. */
export type Ledger = { clientId: string | null };

export type ClaimedEmail = Held & {
  sendId: string;
  attempts: number;
  receiver: string;
  kind: 'confirmation' | 'answer';
  formId: string;
  version: number;
  contactId: string;
  locale: 'en' | 'es' | 'fr';
  consentText: string | null;
  /** Null once the contact is gone or has another address. */
  email: string | null;
  leftOut: string | null;
};

const rowsOf = (ctx: Context, { clientId }: Ledger) => sql`
  emails.organization_id = ${ctx.organizationId}::uuid and emails.client_id is not distinct from ${clientId}::uuid`;
const held = (rows: readonly Held[]) => sql`unnest(${rows.map(({ recipientId }) => recipientId)}::uuid[],
  ${rows.map(({ leaseNo }) => leaseNo)}::bigint[]) as held (id, lease_no)`;
const isHeld = sql`emails.id = held.id and emails.lease_no = held.lease_no`;
const inSeconds = (seconds: number) => sql`now() + make_interval(secs => ${seconds})`;

/**
 * Why the row called `contacts` gets no email of a form. Not the rule of campaigns: who waits to confirm gets exactly this one.
 * Answers go to nobody who has yet to confirm, those of a deleted form are gone with its words, and a form that was closed with its archived client writes to nobody.
 */
const stopped = sql<string | null>`case
  when contacts.status not in ('active', 'lead') then contacts.status
  when contacts.email_consent = 'withdrawn' then 'consent-withdrawn'
  when emails.kind = 'answer' and contacts.email_consent = 'pending' then 'unconfirmed'
  when emails.kind = 'answer' and not exists (
    select from form_versions versions where versions.organization_id = emails.organization_id and versions.form_id = emails.form_id
      and versions.version = emails.version) then 'form-deleted'
  when exists (
    select from clients join forms on forms.organization_id = clients.organization_id and forms.id = emails.form_id
    where clients.organization_id = emails.organization_id and clients.id = emails.client_id
      and not clients.is_active and not forms.is_active) then 'client-archived' end`;

/** The contact of a row, while it has the address the email is for. */
const reader = (ctx: Context) => sql`lateral (
  select contacts.email, ${stopped} as stopped from contacts
  where contacts.organization_id = ${ctx.organizationId}::uuid and contacts.id = emails.contact_id
    and ${emailHash(ctx, sql`contacts.email_folded`)} = emails.address_hash limit 1) reader`;

export async function claim(ctx: Context, ledger: Ledger, { limit, leaseSeconds, notTo }: Claim) {
  const { rows } = await sql<ClaimedEmail>`
    with taken as (
      update form_emails as emails
      set state = 'claimed', lease_no = lease_no + 1, attempts = attempts + 1, lease_until = ${inSeconds(leaseSeconds)}, reason = null
      where emails.organization_id = ${ctx.organizationId}::uuid and emails.id = any(array(
        select id from form_emails as emails where ${rowsOf(ctx, ledger)} and state = 'pending' and next_attempt_at <= now()
          and receiver <> all(${notTo}::text[]) order by next_attempt_at, id limit ${limit} for update skip locked))
      returning emails.*
    )
    select emails.id as "recipientId", emails.id as "sendId", emails.lease_no::text as "leaseNo", emails.attempts, emails.receiver,
      emails.kind, emails.form_id as "formId", emails.version, emails.contact_id as "contactId", emails.locale,
      emails.consent_text as "consentText", reader.email,
      case when reader.email is null then 'deleted' else reader.stopped end as "leftOut"
    from taken emails left join ${reader(ctx)} on true order by emails.next_attempt_at, emails.id`.execute(ctx.db);
  return rows;
}

type FencedWrites = Writes & { fence: RawBuilder<boolean> };

const newsOf = (results: readonly Result[]) => sql`unnest(
  ${results.map(({ recipientId }) => recipientId)}::uuid[], ${results.map(({ leaseNo }) => leaseNo)}::bigint[],
  ${results.map(({ state }) => state)}::text[], ${results.map(({ reason }) => reason)}::text[],
  ${results.map(({ delaySeconds }) => delaySeconds)}::float8[]) as held (id, lease_no, state, reason, delay)`;
const news = sql`state = held.state, reason = left(held.reason, 500), lease_until = null,
  sent_at = case when held.state = 'accepted' then now() else emails.sent_at end`;

/** An offer only for somebody who has not opted out since. */
export async function write(ctx: Context, { results, offers, fence }: FencedWrites, seconds: number): Promise<Written> {
  const { rows } = await sql<{ id: string; isOffer: boolean }>`
    with settled as (
      update form_emails as emails set ${news}, next_attempt_at = now() + make_interval(secs => held.delay)
      from ${newsOf(results)}
      where emails.organization_id = ${ctx.organizationId}::uuid and ${isHeld} and emails.state in ('claimed', 'offering')
      returning emails.id
    ), offered as (
      update form_emails as emails set state = 'offering', lease_until = ${inSeconds(seconds)} from ${held(offers)}
      where emails.organization_id = ${ctx.organizationId}::uuid and ${isHeld} and emails.state = 'claimed' and ${fence}
        and exists (select from ${reader(ctx)} where reader.stopped is null)
      returning emails.id
    )
    select id, false as "isOffer" from settled union all select id, true from offered`.execute(ctx.db);
  const those = (isOffer: boolean) => new Set(rows.filter((row) => row.isOffer === isOffer).map(({ id }) => id));
  return { settled: those(false), offered: those(true) };
}

export const settleLate = (ctx: Context, results: readonly Result[]) =>
  sql`update form_emails as emails set ${news} from ${newsOf(results)}
    where emails.organization_id = ${ctx.organizationId}::uuid and ${isHeld} and emails.state = 'uncertain'
      and held.state <> 'pending'`.execute(ctx.db);

export const release = (ctx: Context, rows: readonly Held[]) =>
  sql`update form_emails as emails set state = 'pending', attempts = attempts - 1, lease_until = null from ${held(rows)}
    where emails.organization_id = ${ctx.organizationId}::uuid and ${isHeld} and emails.state in ('claimed', 'offering')`.execute(
    ctx.db,
  );

export const renew = (ctx: Context, rows: readonly Held[], seconds: number) =>
  sql`update form_emails as emails set lease_until = ${inSeconds(seconds)} from ${held(rows)}
    where emails.organization_id = ${ctx.organizationId}::uuid and ${isHeld} and emails.state in ('claimed', 'offering')`.execute(
    ctx.db,
  );

export async function nextDue(ctx: Context, ledger: Ledger): Promise<NextDue> {
  const { rows } = await sql<NextDue>`
    select count(*) > 0 as "isOpen",
      extract(epoch from min(next_attempt_at) filter (where state = 'pending') - now())::float8 as "inSeconds"
    from form_emails as emails where ${rowsOf(ctx, ledger)} and state in ('pending', 'claimed', 'offering')`.execute(
    ctx.db,
  );
  return rows[0] ?? { isOpen: false, inSeconds: null };
}

/** Nobody opens who has nothing due: those that wait for a sender are not looked at meanwhile. */
export async function liveClients(sweep: Db) {
  const { rows } = await sql<{ organizationId: string; clientId: string | null }>`
    select organization_id as "organizationId", client_id as "clientId" from form_emails
    where state in ('claimed', 'offering') or (state = 'pending' and next_attempt_at <= now())
    group by 1, 2 limit 5000`.execute(sweep);
  return rows;
}

export async function organizationsWithExpiredLeases(sweep: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct organization_id as id from form_emails
    where state in ('claimed', 'offering') and lease_until < now()`.execute(sweep);
  return rows.map(({ id }) => id);
}

/** Before the dot nothing has happened; after it nobody knows. */
export async function recoverExpired(ctx: Context): Promise<{ retried: number; uncertain: number }> {
  const { rows } = await sql<{ retried: number; uncertain: number }>`
    with ended as (
      update form_emails set state = case state when 'claimed' then 'pending' else 'uncertain' end, lease_until = null
      where organization_id = ${ctx.organizationId}::uuid and state in ('claimed', 'offering') and lease_until < now()
      returning state
    )
    select count(*) filter (where state = 'pending')::int as retried, count(*) filter (where state = 'uncertain')::int as uncertain
    from ended`.execute(ctx.db);
  return rows[0] ?? { retried: 0, uncertain: 0 };
}

export async function backlog(sweep: Db, atMost: number): Promise<Backlog> {
  const { rows } = await sql<Backlog>`
    select count(*)::int as waiting, coalesce(extract(epoch from now() - min(next_attempt_at)), 0)::float8 as "oldestSeconds"
    from (select next_attempt_at from form_emails where state = 'pending' and next_attempt_at <= now()
      order by next_attempt_at limit ${atMost}) due`.execute(sweep);
  return rows[0] ?? { waiting: 0, oldestSeconds: 0 };
}

/**
 * There is nobody to send them as. They wait, and leave by themselves once there is; after three days nobody expects them. Answers the
 * form of one that did not wait before: that is when the team is told.
 */
export async function hold(ctx: Context, ledger: Ledger, reason: string): Promise<string | undefined> {
  const { rows } = await sql<{ formId: string; isNew: boolean }>`
    with waiting as materialized (
      select id, form_id, reason from form_emails as emails
      where ${rowsOf(ctx, ledger)} and state = 'pending' and next_attempt_at <= now() for update
    ), held as (
      update form_emails as emails set reason = ${reason}, next_attempt_at = now() + interval '10 minutes',
        state = case when created_at < now() - interval '3 days' then 'failed' else 'pending' end
      where emails.organization_id = ${ctx.organizationId}::uuid and id in (select id from waiting) returning id
    )
    select form_id as "formId", waiting.reason is distinct from ${reason} as "isNew" from waiting order by id`.execute(
    ctx.db,
  );
  return rows.find(({ isNew }) => isNew)?.formId;
}

export type NewEmail = {
  kind: 'confirmation' | 'answer';
  clientId: string | null;
  formId: string;
  submissionId: string;
  version: number;
  contactId: string;
  email: string;
  locale: string;
  consentText: string | null;
};

const folded = (email: string) => sql`${email.toLowerCase()}::text`;

export async function insertEmail(ctx: Context, email: NewEmail): Promise<boolean> {
  const { kind, clientId, formId, submissionId, version, contactId, locale, consentText } = email;
  const { rows } = await sql`
    insert into form_emails (organization_id, client_id, form_id, submission_id, version, kind, contact_id, address_hash, receiver, locale, consent_text)
    values (${ctx.organizationId}::uuid, ${clientId}::uuid, ${formId}::uuid, ${submissionId}::uuid, ${version}, ${kind}, ${contactId}::uuid,
      ${emailHash(ctx, folded(email.email))}, split_part(${folded(email.email)}, '@', 2), ${locale}, ${consentText?.slice(0, 2_000) ?? null})
    on conflict (organization_id, submission_id, kind) do nothing returning id`.execute(ctx.db);
  return rows.length > 0;
}

/** How many emails of forms an address got, or is about to get, in a day; and answers of one form in an hour. */
export async function countToAddress(ctx: Context, email: string, formId: string) {
  const { rows } = await sql<{ day: number; hour: number }>`
    select count(*)::int as day, count(*) filter (where kind = 'answer' and form_id = ${formId}::uuid and created_at > now() - interval '1 hour')::int as hour
    from form_emails where organization_id = ${ctx.organizationId}::uuid
      and address_hash = ${emailHash(ctx, folded(email))} and created_at > now() - interval '1 day'`.execute(ctx.db);
  return rows[0] ?? { day: 0, hour: 0 };
}

export type Confirmed = {
  formId: string;
  submissionId: string;
  version: number;
  contactId: string;
  clientId: string | null;
  locale: string;
  addressHash: Buffer;
  consentText: string;
};

/** Days in which a link confirms. */
export const confirmDays = 30;

/** Once: who presses twice has confirmed. */
export async function takeConfirmation(ctx: Context, id: string, at: Date): Promise<Confirmed | undefined> {
  const { rows } = await sql<Confirmed>`
    update form_emails set confirmed_at = ${at}::timestamptz
    where organization_id = ${ctx.organizationId}::uuid and id = ${id}::uuid and kind = 'confirmation' and confirmed_at is null
      and created_at > ${at}::timestamptz - make_interval(days => ${confirmDays})
    returning form_id as "formId", submission_id as "submissionId", version, contact_id as "contactId", client_id as "clientId", locale,
      address_hash as "addressHash", coalesce(consent_text, '') as "consentText"`.execute(ctx.db);
  return rows[0];
}
