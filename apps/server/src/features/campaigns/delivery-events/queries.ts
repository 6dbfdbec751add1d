import { type RawBuilder, sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import { prepared } from '#platform/database/scoped-query.ts';
import type { DeliveryEvent } from './delivery-event.ts';
import type { Links } from './scanners.ts';

export async function findTimezone(ctx: Context): Promise<string> {
  const { rows } = await sql<{ timezone: string }>`
    select timezone from organizations where id = ${ctx.organizationId} ${prepared}`.execute(ctx.db);
  return rows[0]?.timezone ?? 'UTC';
}

/** A row of the ledger, as far as what comes back is concerned. */
export type Send = {
  sendId: string;
  campaignId: string;
  month: string;
  contactId: string;
  clientId: string | null;
  state: string;
  /** Of the address the mail went to; null in rows of versions that did not keep it. */
  addressHash: Buffer | null;
};

export async function findSends(ctx: Context, sendIds: readonly string[]): Promise<Send[]> {
  const { rows } = await sql<Send>`
    select sends.id as "sendId", sends.campaign_id as "campaignId", to_char(sends.campaign_month, 'YYYY-MM-DD') as month,
      sends.contact_id as "contactId", sends.client_id as "clientId", sends.state, sends.address_hash as "addressHash"
    from campaign_sends sends
    where sends.organization_id = ${ctx.organizationId} and sends.id = any(${sendIds}::uuid[]) ${prepared}`.execute(
    ctx.db,
  );
  return rows;
}

export async function findLinks(ctx: Context, campaignIds: readonly string[]): Promise<Map<string, Links>> {
  const { rows } = await sql<{ campaignId: string; regular: number; traps: number[] }>`
    select campaign_id as "campaignId", count(*) filter (where not is_trap)::int as regular,
      coalesce(array_agg(link_no::int) filter (where is_trap), '{}') as traps
    from campaign_links where organization_id = ${ctx.organizationId} and campaign_id = any(${campaignIds}::uuid[])
    group by campaign_id ${prepared}`.execute(ctx.db);
  return new Map(rows.map(({ campaignId, regular, traps }) => [campaignId, { regular, traps: new Set(traps) }]));
}

/** Delivery events of one mail that are looked at again while they come in; who hits a link more often than that adds to the count and nothing else. */
const mostEvents = 500;

type MailOf = Pick<Send, 'sendId' | 'month'>;

/** What was told of these mails before, by mail. Of one with more than can be looked at, each kind has its share and the firsts are there. */
export async function findDeliveryEvents(
  ctx: Context,
  sends: readonly MailOf[],
  most = mostEvents,
): Promise<Map<string, DeliveryEvent[]>> {
  const deliveryEvents = Map.groupBy(await readDeliveryEvents(ctx, sends, sql``, most), ({ sendId }) => sendId);
  const crowded = sends.filter(({ sendId }) => (deliveryEvents.get(sendId)?.length ?? 0) >= most);
  if (crowded.length === 0) return deliveryEvents;
  const shares = [
    sql`and kind = 'opened'`,
    sql`and kind = 'clicked'`,
    sql`and kind = 'unsubscribed'`,
    sql`and kind not in ('opened', 'clicked')`,
  ];
  const read = [];
  for (const share of [...shares, sql`and first_of_day`])
    read.push(...(await readDeliveryEvents(ctx, crowded, share, most)));
  const different = new Map(read.map((deliveryEvent) => [deliveryEvent.id, deliveryEvent]));
  return new Map([...deliveryEvents, ...Map.groupBy(different.values(), ({ sendId }) => sendId)]);
}

/** A campaign's mails hear of nothing before its month. */
async function readDeliveryEvents(
  ctx: Context,
  sends: readonly MailOf[],
  share: RawBuilder<unknown>,
  most: number,
): Promise<DeliveryEvent[]> {
  const { rows } = await sql<DeliveryEvent>`
    select event.* from unnest(${sends.map(({ sendId }) => sendId)}::uuid[], ${sends.map(({ month }) => month)}::date[]) given (send_id, month)
    cross join lateral (
      select id, kind, send_id as "sendId", link_no as "linkNo", (extract(epoch from happened_at) * 1000)::float8 as "happenedAt",
        label, label_reason as reason, rule_version as "ruleVersion", visitor, device, country, first_of_day as "isFirst"
      from engagement_events
      where organization_id = ${ctx.organizationId} and send_id = given.send_id and happened_at >= given.month - 1 ${share}
      order by organization_id, send_id, kind, happened_at limit ${most}
    ) event ${prepared}`.execute(ctx.db);
  return rows;
}

export type Filed = DeliveryEvent & { campaignId: string; clientId: string | null; contactId: string };

/** Names the mail and not the person: an erased one leaves nothing to look for here. */
export async function insertDeliveryEvents(ctx: Context, deliveryEvents: readonly Filed[]): Promise<void> {
  if (deliveryEvents.length === 0) return;
  const list = (pick: (deliveryEvent: Filed) => unknown) => deliveryEvents.map(pick);
  await sql`
    insert into engagement_events (organization_id, happened_at, id, client_id, kind, subject_id, label, label_reason,
      rule_version, visitor, first_of_day, device, country, send_id, link_no)
    select ${ctx.organizationId}::uuid, given.* from unnest(
      ${list(({ happenedAt }) => instant(happenedAt))}::timestamptz[], ${list(({ id }) => id)}::uuid[],
      ${list(({ clientId }) => clientId)}::uuid[], ${list(({ kind }) => kind)}::text[],
      ${list(({ campaignId }) => campaignId)}::uuid[], ${list(({ label }) => label)}::text[],
      ${list(({ reason }) => reason)}::text[], ${list(({ ruleVersion }) => ruleVersion)}::smallint[],
      ${list(({ visitor }) => visitor)}::bytea[], ${list(({ isFirst }) => isFirst)}::boolean[],
      ${list(({ device }) => device)}::text[], ${list(({ country }) => country)}::text[],
      ${list(({ sendId }) => sendId)}::uuid[],
      ${list(({ linkNo }) => linkNo)}::smallint[]
    ) given on conflict do nothing ${prepared}`.execute(ctx.db);
}

export async function relabelDeliveryEvents(ctx: Context, deliveryEvents: readonly DeliveryEvent[]): Promise<void> {
  if (deliveryEvents.length === 0) return;
  const times = deliveryEvents.map(({ happenedAt }) => happenedAt);
  await sql`
    update engagement_events event set label = given.label, label_reason = given.reason,
      rule_version = given.rule_version, first_of_day = given.is_first
    from unnest(
      ${deliveryEvents.map(({ id }) => id)}::uuid[], ${times.map(instant)}::timestamptz[], ${deliveryEvents.map(({ label }) => label)}::text[],
      ${deliveryEvents.map(({ reason }) => reason)}::text[], ${deliveryEvents.map(({ ruleVersion }) => ruleVersion)}::smallint[],
      ${deliveryEvents.map(({ isFirst }) => isFirst)}::boolean[]
    ) given (id, happened_at, label, reason, rule_version, is_first)
    where event.organization_id = ${ctx.organizationId} and event.id = given.id and event.happened_at = given.happened_at
      and event.happened_at between ${instant(Math.min(...times))} and ${instant(Math.max(...times))} ${prepared}`.execute(
    ctx.db,
  );
}

export type Mark = Pick<Send, 'sendId' | 'campaignId' | 'contactId' | 'month'> & {
  deliveredAt: number | null;
  openedAt: number | null;
  clickedAt: number | null;
  bouncedAt: number | null;
  complainedAt: number | null;
  unsubscribedAt: number | null;
  arrived: boolean;
};

/**
 * Writes what the ledger shows of each mail. Whoever was in doubt and is heard of was accepted: the campaigns of those are
 * answered, because their figures change with it.
 */
export async function markSends(ctx: Context, marks: readonly Mark[]): Promise<string[]> {
  if (marks.length === 0) return [];
  const times = (pick: (mark: Mark) => number | null) =>
    marks.map((mark) => {
      const time = pick(mark);
      return time === null ? null : instant(time);
    });
  // Said beside the joins: of a new ledger the planner knows nothing, and would rather read all of it.
  const amongMarks = sql`sends.organization_id = ${ctx.organizationId}
    and sends.campaign_id = any(${[...new Set(marks.map(({ campaignId }) => campaignId))]}::uuid[])
    and sends.contact_id = any(${marks.map(({ contactId }) => contactId)}::uuid[])`;
  const { rows } = await sql<{ campaignId: string }>`
    with given as materialized (
      select * from unnest(
        ${marks.map(({ campaignId }) => campaignId)}::uuid[], ${marks.map(({ contactId }) => contactId)}::uuid[],
        ${marks.map(({ month }) => month)}::date[], ${times((mark) => mark.deliveredAt)}::timestamptz[],
        ${times((mark) => mark.openedAt)}::timestamptz[], ${times((mark) => mark.clickedAt)}::timestamptz[],
        ${times((mark) => mark.bouncedAt)}::timestamptz[], ${times((mark) => mark.complainedAt)}::timestamptz[],
        ${times((mark) => mark.unsubscribedAt)}::timestamptz[], ${marks.map(({ arrived }) => arrived)}::boolean[]
      ) given (campaign_id, contact_id, month, delivered_at, opened_at, clicked_at, bounced_at, complained_at, unsubscribed_at, arrived)
    ), held as materialized (
      select sends.campaign_id, sends.contact_id, sends.campaign_month, sends.state from campaign_sends sends
      join given on given.campaign_id = sends.campaign_id and given.contact_id = sends.contact_id and given.month = sends.campaign_month
      where ${amongMarks}
      order by sends.campaign_id, sends.contact_id for no key update of sends
    ), marked as (
      update campaign_sends sends set delivered_at = given.delivered_at, opened_at = given.opened_at, clicked_at = given.clicked_at,
        bounced_at = given.bounced_at, complained_at = given.complained_at, unsubscribed_at = given.unsubscribed_at,
        state = case when sends.state = 'uncertain' and given.arrived then 'accepted' else sends.state end,
        sent_at = case when sends.state = 'uncertain' and given.arrived then coalesce(sends.sent_at, now()) else sends.sent_at end,
        reason = case when sends.state = 'uncertain' and given.arrived then null else sends.reason end,
        retryable = sends.retryable and not given.arrived
      from given join held on held.campaign_id = given.campaign_id and held.contact_id = given.contact_id
      where ${amongMarks} and sends.campaign_id = given.campaign_id
        and sends.contact_id = given.contact_id and sends.campaign_month = given.month
      returning sends.campaign_id, sends.contact_id, sends.state
    )
    select marked.campaign_id as "campaignId" from marked
    join held on held.campaign_id = marked.campaign_id and held.contact_id = marked.contact_id
    where held.state = 'uncertain' and marked.state = 'accepted' ${prepared}`.execute(ctx.db);
  return rows.map(({ campaignId }) => campaignId);
}

export type StatChange = { campaignId: string; name: string; by: number };

/** The cached figures of campaigns. `settled` left doubt: the ledger's last count, if there is one, changes with them. */
export async function changeStats(
  ctx: Context,
  changes: readonly StatChange[],
  settled: ReadonlyMap<string, number>,
): Promise<void> {
  const campaignIds = [...new Set([...changes.map(({ campaignId }) => campaignId), ...settled.keys()])].sort();
  for (const campaignId of campaignIds) {
    const own = changes.filter((change) => change.campaignId === campaignId && change.by !== 0);
    const people = settled.get(campaignId) ?? 0;
    await sql`
      update campaigns set stats = stats
        || (select coalesce(jsonb_object_agg(name, coalesce((stats ->> name)::bigint, 0) + by), '{}')
            from unnest(${own.map(({ name }) => name)}::text[], ${own.map(({ by }) => by)}::bigint[]) change (name, by))
        || case when ${people}::int > 0 and stats ? 'progress' then jsonb_build_object('progress', stats -> 'progress'
            || jsonb_build_object('accepted', coalesce((stats -> 'progress' ->> 'accepted')::bigint, 0) + ${people}::int,
                'uncertain', greatest(coalesce((stats -> 'progress' ->> 'uncertain')::bigint, 0) - ${people}::int, 0))) else '{}' end
      where organization_id = ${ctx.organizationId} and id = ${campaignId}::uuid ${prepared}`.execute(ctx.db);
  }
}

/** Lines in the past of those contacts that still exist. Who is being edited right now is active anyway and not waited for. */
export async function noteActivity(ctx: Context, deliveryEvents: readonly Filed[]): Promise<void> {
  if (deliveryEvents.length === 0) return;
  const list = (pick: (deliveryEvent: Filed) => unknown) => deliveryEvents.map(pick);
  await sql`
    with noted as materialized (
      select given.*, contacts.client_id from unnest(
        ${list(({ contactId }) => contactId)}::uuid[], ${list(({ happenedAt }) => instant(happenedAt))}::timestamptz[],
        ${list(({ id }) => id)}::uuid[], ${list(({ kind }) => `email.${kind}`)}::text[],
        ${list(({ campaignId }) => campaignId)}::uuid[],
        ${list(({ linkNo }) => (linkNo === null ? null : JSON.stringify({ linkNo })))}::jsonb[]
      ) given (contact_id, happened_at, id, type, ref_id, data)
      join contacts on contacts.organization_id = ${ctx.organizationId} and contacts.id = given.contact_id
    ), free as materialized (
      select contacts.id from contacts join (select distinct contact_id from noted) people on people.contact_id = contacts.id
      where contacts.organization_id = ${ctx.organizationId} order by contacts.id for no key update of contacts skip locked
    ), moved as (
      update contacts set last_activity_at = latest.happened_at
      from (select contact_id, max(happened_at) as happened_at from noted group by contact_id) latest
      join free on free.id = latest.contact_id
      where contacts.organization_id = ${ctx.organizationId} and contacts.id = latest.contact_id
        and (contacts.last_activity_at is null or contacts.last_activity_at < latest.happened_at)
    )
    insert into contact_activity (organization_id, contact_id, happened_at, id, client_id, type, ref_id, data)
    select ${ctx.organizationId}::uuid, contact_id, happened_at, id, client_id, type, ref_id, data from noted
    on conflict do nothing ${prepared}`.execute(ctx.db);
}

/** What turned out to be a machine's leaves no line in anybody's past. */
export async function unnoteActivity(ctx: Context, deliveryEvents: readonly Filed[]): Promise<void> {
  if (deliveryEvents.length === 0) return;
  await sql`
    delete from contact_activity activity using unnest(
      ${deliveryEvents.map(({ contactId }) => contactId)}::uuid[], ${deliveryEvents.map(({ happenedAt }) => instant(happenedAt))}::timestamptz[],
      ${deliveryEvents.map(({ id }) => id)}::uuid[]
    ) given (contact_id, happened_at, id)
    where activity.organization_id = ${ctx.organizationId} and activity.contact_id = given.contact_id
      and activity.happened_at = given.happened_at and activity.id = given.id ${prepared}`.execute(ctx.db);
}

const instant = (milliseconds: number): string => new Date(milliseconds).toISOString();
