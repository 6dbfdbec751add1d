import { type RawBuilder, sql } from 'kysely';
import { emailHash, hasOptedOut, unmailableReason } from '#features/contacts/index.ts';
import type { Claim, Held, NextDue, Result, Writes, Written } from '#features/delivery/index.ts';
import type { Context } from '#platform/context.ts';
import type { Db } from '#platform/database/database.ts';
import { indexOnlyPlan, prepared } from '#platform/database/scoped-query.ts';

/** A campaign as the ledger knows it. */
export type Ledger = { campaignId: string; month: string };
export type ClaimedContact = Held & {
  sendId: string;
  attempts: number;
  receiver: string;
  /** Null once the contact is gone. */
  email: string | null;
  firstName: string | null;
  lastName: string | null;
  phone: string | null;
  company: string | null;
  attributes: Record<string, unknown>;
  /** Of the contact; null is the organization's own. */
  clientId: string | null;
  /** Of the address the mail goes to. */
  addressHash: Buffer | null;
  /** Why they get nothing after all; null for whoever gets it. */
  leftOut: string | null;
};

const rowsOf = (ctx: Context, { campaignId, month }: Ledger) => sql`
  sends.organization_id = ${ctx.organizationId}::uuid and sends.campaign_id = ${campaignId}::uuid
  and sends.campaign_month = ${month}::date`;

/** Beside `campaigns`: emails may leave now. Both times are kept on the row, so this is a comparison and no reckoning of clocks. */
export const isInWindow = sql`(window_closes_at is null or (window_opens_at <= now() and now() < window_closes_at))`;

/**
 * Beside `campaigns`: emails of an automation leave only while people move in it. Asked here and not written into the campaigns when it is
 * paused, because a turn that began before the pause still queues emails after it.
 */
export const isAutomationGoing = sql`(automation_id is null or not exists (
  select from automations where automations.organization_id = campaigns.organization_id and automations.id = campaigns.automation_id
    and (automations.status = 'paused' or automations.hold_reason is not null)))`;

/**
 * Seconds a shut campaign is still looked at: answers to its last emails come in, and if those were all it is done. Its next
 * opening is noted after that.
 */
export const lingerSeconds = 600;

/** Of the campaign; null is for everybody who may be mailed. It is fixed once the campaign was started. */
const topicOf = (ctx: Context, { campaignId }: Ledger) => sql`(
  select topic_id from campaigns where organization_id = ${ctx.organizationId}::uuid and id = ${campaignId}::uuid)`;

/** Whether the campaign still goes on; asked in the statement that claims and again in the one that offers. */
const goesOn = (ctx: Context, { campaignId }: Ledger) => sql`exists (
  select from campaigns where organization_id = ${ctx.organizationId}::uuid and id = ${campaignId}::uuid
    and status = 'ACTIVE' and hold_reason is null and cancelled_at is null and ${isInWindow} and ${isAutomationGoing})`;

/**
 * Said beside every join with rows of a ledger. A new ledger has no statistics: the planner then takes it for one row, and
 * would rather read a million than look up ten by their key.
 */
const amongContacts = (rows: readonly Held[]) =>
  sql`sends.contact_id = any(${ordered(rows).map(({ recipientId }) => recipientId)}::uuid[])`;

/**
 * Takes some of those who are due, together with what their mail says about them. The database's clock decides. The row
 * keeps the hash of the address the mail goes to: it may have changed since the freeze.
 */
export async function claim(
  ctx: Context,
  ledger: Ledger,
  { limit, leaseSeconds, notTo }: Claim,
): Promise<ClaimedContact[]> {
  const { rows } = await sql<ClaimedContact>`
    with due as materialized (
      select contact_id from campaign_sends as sends
      where ${rowsOf(ctx, ledger)} and state = 'pending' and next_attempt_at <= now()
        and receiver <> all(${notTo}::text[]) and ${goesOn(ctx, ledger)}
      order by next_attempt_at, contact_id limit ${limit} for update skip locked
    ), reader as materialized (
      select due.contact_id, contacts.*, ${emailHash(ctx, sql`contacts.email_folded`)} as hash
      from due left join lateral (
        select email, email_folded, first_name, last_name, phone, company, attributes, ${unmailableReason} as left_out
        from contacts where contacts.organization_id = ${ctx.organizationId}::uuid and contacts.id = due.contact_id limit 1
      ) contacts on true
    ), taken as (
      update campaign_sends as sends
      set state = 'claimed', lease_no = lease_no + 1, lease_until = now() + make_interval(secs => ${leaseSeconds}), attempts = attempts + 1,
        address_hash = coalesce((select hash from reader where reader.contact_id = sends.contact_id), sends.address_hash)
      where ${rowsOf(ctx, ledger)} and sends.contact_id = any(array(select contact_id from due))
      returning sends.contact_id, sends.id, sends.lease_no, sends.attempts, sends.receiver, sends.client_id
    )
    select taken.contact_id as "recipientId", taken.id as "sendId", taken.lease_no::text as "leaseNo", taken.attempts, taken.receiver,
      taken.client_id as "clientId", reader.hash as "addressHash", reader.email, reader.first_name as "firstName",
      reader.last_name as "lastName", reader.phone, reader.company, coalesce(reader.attributes, '{}') as attributes,
      case when reader.email is null then 'deleted' when reader.left_out is not null then reader.left_out
        when ${hasOptedOut(ctx, topicOf(ctx, ledger), sql`reader.hash`)} then 'topic-opted-out' end as "leftOut"
    from taken join reader on reader.contact_id = taken.contact_id ${indexOnlyPlan}`.execute(ctx.db);
  return rows;
}

type Said = { sendId: string; contactId: string; said: object };

/**
 * What emails that are about to leave say about their readers. Under a lock of the contact: who is deleted or erased meanwhile
 * must leave nothing behind. A later attempt replaces what an earlier one would have said.
 */
export const keepSaid = (ctx: Context, { month }: Ledger, rows: readonly Said[]) =>
  sql`
    with there as materialized (
      select id, client_id from contacts where organization_id = ${ctx.organizationId}::uuid
        and id = any(${rows.map(({ contactId }) => contactId)}::uuid[]) order by id for key share
    )
    insert into campaign_send_values (organization_id, campaign_month, send_id, contact_id, client_id, said)
    select ${ctx.organizationId}::uuid, ${month}::date, told.send_id, there.id, there.client_id, told.said
    from unnest(${rows.map(({ sendId }) => sendId)}::uuid[], ${rows.map(({ contactId }) => contactId)}::uuid[],
      ${rows.map(({ said }) => JSON.stringify(said))}::jsonb[]) as told (send_id, contact_id, said)
    join there on there.id = told.contact_id
    on conflict (organization_id, send_id, campaign_month) do update set said = excluded.said`.execute(ctx.db);

/** In one order, so that two writes about the same rows wait for each other and do not block each other. */
const ordered = <Row extends Held>(rows: readonly Row[]): Row[] =>
  rows.toSorted((one, other) => (one.recipientId < other.recipientId ? -1 : 1));

function held(unordered: readonly Held[]) {
  const rows = ordered(unordered);
  return sql`unnest(
    ${rows.map(({ recipientId }) => recipientId)}::uuid[], ${rows.map(({ leaseNo }) => leaseNo)}::bigint[]) as held (contact_id, lease_no)`;
}
const isHeld = sql`sends.contact_id = held.contact_id and sends.lease_no = held.lease_no`;

const newsOf = (results: readonly Result[]) => {
  const rows = ordered(results);
  const list = (pick: (result: Result) => unknown) => rows.map(pick);
  return sql`unnest(
    ${list((row) => row.recipientId)}::uuid[], ${list((row) => row.leaseNo)}::bigint[], ${list((row) => row.state)}::text[],
    ${list((row) => row.reason)}::text[], ${list((row) => row.retryable)}::boolean[], ${list((row) => row.bounced)}::boolean[],
    ${list((row) => row.delaySeconds)}::float8[]) as news (contact_id, lease_no, state, reason, retryable, bounced, delay)`;
};
const isNews = sql`sends.contact_id = news.contact_id and sends.lease_no = news.lease_no`;
/** Something came back from the mail, so the server has had it, whatever became of its answer. */
export const isHeardOf = sql`coalesce(sends.delivered_at, sends.opened_at, sends.clicked_at, sends.bounced_at, sends.complained_at,
  sends.unsubscribed_at) is not null`;
const times = sql`
  sent_at = case when news.state = 'accepted' or (news.state = 'uncertain' and ${isHeardOf}) then now() else sends.sent_at end,
  bounced_at = case when news.bounced then now() else sends.bounced_at end`;

const settling = (ctx: Context, ledger: Ledger, results: readonly Result[]) => sql`
  update campaign_sends as sends set
    state = case when news.state = 'uncertain' and ${isHeardOf} then 'accepted' else news.state end,
    reason = news.reason, retryable = news.retryable,
    next_attempt_at = now() + make_interval(secs => news.delay), lease_until = null, ${times}
  from ${newsOf(results)}
  where ${rowsOf(ctx, ledger)} and ${amongContacts(results)} and ${isNews} and sends.state in ('claimed', 'offering')
  returning sends.contact_id, sends.id, sends.state, sends.sent_at`;

/** One line in the timeline of everybody who was sent to. Each contact is looked up by key: the ledger has no statistics. */
export const notingSent = (ctx: Context, { campaignId }: Ledger) => sql`
  insert into contact_activity (organization_id, contact_id, happened_at, id, client_id, type, ref_id)
  select ${ctx.organizationId}::uuid, settled.contact_id, settled.sent_at, settled.id, known.client_id, 'email.sent', ${campaignId}::uuid
  from settled cross join lateral (
    select client_id from contacts where organization_id = ${ctx.organizationId}::uuid and id = settled.contact_id limit 1
  ) known where settled.state = 'accepted' on conflict do nothing`;

/** `fence` is false on a database that is held, or older than this worker knows: then nothing is offered. */
export type FencedWrites = Writes & { fence?: RawBuilder<boolean> };

/** Only a row that is still held, of a campaign that goes on, for a person who has opted out neither of all nor of its topic since. */
const offering = (
  ctx: Context,
  ledger: Ledger,
  { offers, fence = sql<boolean>`true` }: FencedWrites,
  leaseSeconds: number,
) => sql`
  update campaign_sends as sends set state = 'offering', lease_until = now() + make_interval(secs => ${leaseSeconds})
  from ${held(offers)}
  where ${rowsOf(ctx, ledger)} and ${amongContacts(offers)} and ${isHeld} and sends.state = 'claimed' and ${goesOn(ctx, ledger)} and ${fence}
    and (select ${unmailableReason} is null from contacts where contacts.organization_id = ${ctx.organizationId}::uuid and contacts.id = sends.contact_id)
    and not ${hasOptedOut(ctx, topicOf(ctx, ledger), sql`sends.address_hash`)}
  returning sends.contact_id`;

/**
 * In one commit: what became of some, and of others that their final dot is about to be given. Answers whose rows took
 * it; no dot is given without that.
 */
export async function write(
  ctx: Context,
  ledger: Ledger,
  writes: FencedWrites,
  leaseSeconds: number,
): Promise<Written> {
  const { results, offers } = writes;
  const settled = sql`settled as (${settling(ctx, ledger, results)}), noted as (${notingSent(ctx, ledger)})`;
  const offered = sql`offered as (${offering(ctx, ledger, writes, leaseSeconds)})`;
  const parts = [...(results.length > 0 ? [settled] : []), ...(offers.length > 0 ? [offered] : [])];
  const answers = [
    ...(results.length > 0 ? [sql`select contact_id as "recipientId", false as "isOffer" from settled`] : []),
    ...(offers.length > 0 ? [sql`select contact_id as "recipientId", true as "isOffer" from offered`] : []),
  ];
  const { rows } = await sql<{ recipientId: string; isOffer: boolean }>`
    with ${sql.join(parts)} ${sql.join(answers, sql` union all `)} ${prepared}`.execute(ctx.db);
  const ids = (isOffer: boolean) =>
    new Set(rows.filter((row) => row.isOffer === isOffer).map(({ recipientId }) => recipientId));
  return { settled: ids(false), offered: ids(true) };
}

/**
 * An uncertain row, taken for lost, takes late news from whoever offered it; but it does not become pending again, because
 * its campaign may be over.
 */
export async function settleLate(ctx: Context, ledger: Ledger, results: readonly Result[]): Promise<boolean> {
  const { rows } = await sql`
    update campaign_sends as sends set state = case news.state when 'pending' then 'failed' else news.state end,
      reason = news.reason, retryable = news.retryable or news.state = 'pending', ${times}
    from ${newsOf(results)} where ${rowsOf(ctx, ledger)} and ${amongContacts(results)} and ${isNews}
      and sends.state = 'uncertain' and news.state <> 'uncertain'
    returning sends.contact_id ${prepared}`.execute(ctx.db);
  return rows.length > 0;
}

/**
 * Rows whose dot was not given go back as if nothing had happened. One may stand as offered: the commit got through and
 * its answer did not, and whoever holds the row knows better.
 */
export async function release(ctx: Context, ledger: Ledger, rows: readonly Held[]): Promise<void> {
  await sql`
    update campaign_sends as sends set state = 'pending', lease_until = null, attempts = greatest(sends.attempts - 1, 0)
    from ${held(rows)} where ${rowsOf(ctx, ledger)} and ${amongContacts(rows)} and ${isHeld}
      and sends.state in ('claimed', 'offering') ${prepared}`.execute(ctx.db);
}

export async function renew(ctx: Context, ledger: Ledger, rows: readonly Held[], leaseSeconds: number): Promise<void> {
  await sql`
    update campaign_sends as sends set lease_until = now() + make_interval(secs => ${leaseSeconds})
    from ${held(rows)} where ${rowsOf(ctx, ledger)} and ${amongContacts(rows)} and ${isHeld}
      and sends.state in ('claimed', 'offering') ${prepared}`.execute(ctx.db);
}

/** Whose worker has died: before the dot nothing happened, after it nobody knows. */
export async function recoverExpired(ctx: Context): Promise<{ retried: number; uncertain: number }> {
  const { rows } = await sql<{ state: string }>`
    update campaign_sends as sends set
      state = case when sends.state = 'claimed' then 'pending' when ${isHeardOf} then 'accepted' else 'uncertain' end,
      reason = case when sends.state = 'claimed' then sends.reason when ${isHeardOf} then null else 'worker-lost' end,
      sent_at = case when sends.state = 'offering' and ${isHeardOf} then now() else sends.sent_at end,
      lease_until = null
    where sends.organization_id = ${ctx.organizationId}::uuid and sends.state in ('claimed', 'offering') and sends.lease_until < now()
    returning sends.state`.execute(ctx.db);
  const ended = (as: string) => rows.filter(({ state }) => state === as).length;
  return { retried: ended('pending'), uncertain: ended('uncertain') };
}

export type LiveCampaign = { organizationId: string; campaignId: string; month: string };
/** `connections` is another text once a connection of the organization was added, changed or removed. */
export type SendingCampaign = LiveCampaign & { connections: string };

/** Every campaign of the installation that is being sent and may be now; whose it is and nothing more. */
export async function liveCampaigns(sweep: Db): Promise<SendingCampaign[]> {
  const { rows } = await sql<SendingCampaign>`
    with changes as (
      select organization_id, count(*) || ' ' || max(updated_at) as connections from smtp_connections group by organization_id
    )
    select organization_id as "organizationId", id as "campaignId", to_char(campaign_month, 'YYYY-MM-DD') as month,
      coalesce(changes.connections, '') as connections
    from campaigns left join changes using (organization_id)
    where status = 'ACTIVE' and type <> 'SEQUENCE' and audience is not null and hold_reason is null and cancelled_at is null
      and (window_closes_at is null or (window_opens_at <= now()
        and now() < window_closes_at + make_interval(secs => ${lingerSeconds}))) and ${isAutomationGoing}`.execute(
    sweep,
  );
  return rows;
}

/** Stopped for good, but not everybody who waits is marked yet. */
export async function cancelledCampaigns(sweep: Db): Promise<LiveCampaign[]> {
  const { rows } = await sql<LiveCampaign>`
    select organization_id as "organizationId", id as "campaignId", to_char(campaign_month, 'YYYY-MM-DD') as month from campaigns
    where status = 'ACTIVE' and audience is not null and cancelled_at is not null`.execute(sweep);
  return rows;
}

/** Rows marked in one commit: half a second of work. */
export const cancelStretch = 20_000;

/** Some of those who wait never get it any more; who is being offered a mail right now ends as that ends. Answers how many. */
export async function cancelSome(ctx: Context, ledger: Ledger, limit: number): Promise<number> {
  // Each in the order of its index, which holds nobody who is marked already.
  const { numAffectedRows } = await sql`
    with waiting as materialized (
      select contact_id from campaign_sends as sends where ${rowsOf(ctx, ledger)} and state = 'pending'
      order by next_attempt_at, contact_id limit ${limit} for update skip locked
    ), claimed as materialized (
      select contact_id from campaign_sends as sends where ${rowsOf(ctx, ledger)} and state = 'claimed'
      order by lease_until limit ${limit} for update skip locked
    )
    update campaign_sends as sends set state = 'cancelled', lease_until = null, lease_no = lease_no + 1
    where ${rowsOf(ctx, ledger)}
      and sends.contact_id = any(array(select contact_id from waiting union all select contact_id from claimed)) ${indexOnlyPlan}`.execute(
    ctx.db,
  );
  return Number(numAffectedRows ?? 0);
}

export async function organizationsWithExpiredLeases(sweep: Db): Promise<string[]> {
  const { rows } = await sql<{ organization_id: string }>`
    select distinct organization_id from campaign_sends where state in ('claimed', 'offering') and lease_until < now()`.execute(
    sweep,
  );
  return rows.map(({ organization_id }) => organization_id);
}

/** `isListed`: among the campaigns, neither an email to one contact nor one of an automation. */
type Completed = { clientId: string | null; isCancelled: boolean; isListed: boolean };

/**
 * Done exactly when everybody of the audience has an end: the equation is part of the statement. What the ledger says in
 * the end is kept beside the campaign, so that a list of campaigns counts no ledger.
 */
export async function completeIfDone(ctx: Context, ledger: Ledger): Promise<Completed | undefined> {
  const { rows } = await sql<Completed>`
    with ended as materialized (
      select state, count(*) as people from campaign_sends as sends where ${rowsOf(ctx, ledger)} group by state
    )
    update campaigns set status = 'COMPLETED', completed_at = now(), updated_at = now(),
      stats = stats || jsonb_build_object('progress', (select coalesce(jsonb_object_agg(state, people), '{}') from ended))
    where organization_id = ${ctx.organizationId}::uuid and id = ${ledger.campaignId}::uuid and status = 'ACTIVE'
      and not exists (select from ended where state in ('pending', 'claimed', 'offering'))
      and audience = (select coalesce(sum(people), 0) from ended)
    returning client_id as "clientId", cancelled_at is not null as "isCancelled", contact_id is null and automation_id is null as "isListed"`.execute(
    ctx.db,
  );
  return rows[0];
}

/** Seconds from one look at a campaign whose window is shut to the next. */
const shutSeconds = 5;

/** Cheap, and asked first: whether anybody still waits for an end, and in how many seconds the next one is due. */
export async function nextDue(ctx: Context, ledger: Ledger): Promise<NextDue> {
  const { rows } = await sql<{ due: number | null; leased: boolean; shut: boolean }>`
    select exists (select from campaigns where organization_id = ${ctx.organizationId}::uuid and id = ${ledger.campaignId}::uuid
        and not ${isInWindow}) as shut,
      (select extract(epoch from next_attempt_at - now())::float8 from campaign_sends as sends
        where ${rowsOf(ctx, ledger)} and state = 'pending' order by next_attempt_at limit 1) as due,
      exists (select from campaign_sends as sends where ${rowsOf(ctx, ledger)} and state in ('claimed', 'offering')) as leased`.execute(
    ctx.db,
  );
  const { due = null, leased = false, shut = false } = rows[0] ?? {};
  return { isOpen: leased || due !== null, inSeconds: shut ? Math.max(due ?? 0, shutSeconds) : due };
}
