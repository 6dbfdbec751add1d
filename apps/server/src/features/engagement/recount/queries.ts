import { type RawBuilder, sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import type { InboxEvent } from '#platform/inbox/event.ts';
import type { Label, Verdict } from '../classify.ts';
import { addDays, mondayOf } from '../calendar.ts';
import { metric } from '../metrics.ts';

/** Days of the organization's calendar, both included; null counts every subject. */
export type Range = { from: string; to: string; timezone: string; subjectIds: readonly string[] | null };

/** Replaces the roll-ups of the range by what the events say. The caller holds the organization's lock. */
export async function replaceRollUps(ctx: Context, range: Range): Promise<void> {
  const { from, to } = range;
  await sql`
    delete from stat_hours where organization_id = ${ctx.organizationId} and hour >= ${start(range)} and hour < ${end(range)}
      and metric = any(${scanMetrics}::smallint[]) ${ofSubjects(range)}`.execute(ctx.db);
  await sql`
    delete from stat_days where organization_id = ${ctx.organizationId} and day between ${from}::date and ${to}::date
      and metric = any(${scanMetrics}::smallint[]) ${ofSubjects(range)}`.execute(ctx.db);
  await insertHours(ctx, range);
  await insertDays(ctx, range);
  await replaceWeeks(ctx, range);
}

/** The roll-ups of mails are another feature's. */
const scanMetrics = Object.values(metric.scan);

const start = ({ from, timezone }: Range) => sql`(${from}::date)::timestamp at time zone ${timezone}`;
const end = ({ to, timezone }: Range) => sql`(${to}::date + 1)::timestamp at time zone ${timezone}`;
const ofSubjects = ({ subjectIds }: Range): RawBuilder<unknown> =>
  subjectIds === null ? sql`` : sql`and subject_id = any(${subjectIds}::uuid[])`;

const eventsOf = (ctx: Context, range: Range) => sql`
  engagement_events where organization_id = ${ctx.organizationId} and kind = 'scanned'
    and happened_at >= ${start(range)} and happened_at < ${end(range)} ${ofSubjects(range)}`;

/** The metrics an event counts for, as rows beside it. */
const counted = sql`
  lateral (values
    (case label when 'human' then ${metric.scan.scans}::smallint when 'machine' then ${metric.scan.machine}::smallint else ${metric.scan.unsure}::smallint end),
    (case when first_of_day then ${metric.scan.newVisitors}::smallint end)
  ) counts (metric)`;

const insertHours = (ctx: Context, range: Range) =>
  sql`
  insert into stat_hours (organization_id, subject_id, metric, hour, slot, client_id, total)
  select organization_id, subject_id, metric, date_trunc('hour', happened_at, ${range.timezone}), 0, client_id, count(*)
  from (select * from ${eventsOf(ctx, range)}) event cross join ${counted}
  where metric is not null
  group by 1, 2, 3, 4, 6`.execute(ctx.db);

const insertDays = (ctx: Context, range: Range) =>
  sql`
  with event as materialized (
    select *, (happened_at at time zone ${range.timezone})::date as day from ${eventsOf(ctx, range)}
  ), counts as (
    select organization_id, subject_id, metric, 'all' as part, day, '' as value, client_id
    from event cross join ${counted} where metric is not null
    union all
    select organization_id, subject_id, ${metric.scan.scans}::smallint, 'device', day, device, client_id from event where label = 'human'
    union all
    select organization_id, subject_id, ${metric.scan.scans}::smallint, 'country', day, country, client_id
    from event where label = 'human' and country is not null
  )
  insert into stat_days (organization_id, subject_id, metric, part, day, value, client_id, total)
  select organization_id, subject_id, metric, part, day, value, client_id, count(*) from counts
  group by 1, 2, 3, 4, 5, 6, 7`.execute(ctx.db);

/** Sums of the days as they are now, of every week that has one of the range. */
async function replaceWeeks(ctx: Context, range: Range): Promise<void> {
  const kept = sql`organization_id = ${ctx.organizationId}::uuid and metric = any(${[metric.scan.scans, metric.scan.newVisitors]}::smallint[]) ${ofSubjects(range)}`;
  const [first, last] = [mondayOf(range.from), addDays(mondayOf(range.to), 6)];
  await sql`
    delete from stat_days where ${kept} and part = 'week' and day between ${first}::date and ${last}::date`.execute(
    ctx.db,
  );
  await sql`
    insert into stat_days (organization_id, subject_id, metric, part, day, value, client_id, total)
    select organization_id, subject_id, metric, 'week', date_trunc('week', day)::date, '', (array_agg(client_id))[1], sum(total)
    from stat_days where ${kept} and part = 'all' and day between ${first}::date and ${last}::date
    group by 1, 2, 3, 5`.execute(ctx.db);
}

/** Events of the inbox after the one named, in the order of their ids, whose meaning is still kept. */
export async function findUnderstood(ctx: Context, afterId: string | null, limit: number): Promise<InboxEvent[]> {
  const { rows } = await sql<InboxEvent>`
    select id, organization_id as "organizationId", client_id as "clientId", kind, subject_id as "subjectId",
      (extract(epoch from happened_at) * 1000)::float8 as "happenedAt", payload as signals
    from inbox_events
    where organization_id = ${ctx.organizationId} and kind = 'scan' and drained_at is not null and failure is null
      ${afterId === null ? sql`` : sql`and id > ${afterId}`}
    order by id limit ${limit}`.execute(ctx.db);
  return rows;
}

export type Judged = { event: InboxEvent; verdict: Verdict };
export type Changed = {
  subjectId: string;
  clientId: string | null;
  visitor: Buffer | null;
  happenedAt: number;
  was: Label;
  label: Label;
};

/** Changes what differs, and says which of it counts differently now. */
export async function relabel(ctx: Context, judged: readonly Judged[]): Promise<Changed[]> {
  const times = judged.map(({ event }) => event.happenedAt);
  const { rows } = await sql<Changed>`
    with given as (
      select * from unnest(
        ${judged.map(({ event }) => event.id)}::uuid[], ${times.map(instant)}::timestamptz[],
        ${judged.map(({ verdict }) => verdict.label)}::text[], ${judged.map(({ verdict }) => verdict.reason)}::text[],
        ${judged.map(({ verdict }) => verdict.ruleVersion)}::smallint[]
      ) given (id, happened_at, label, reason, rule_version)
    ), changed as (
      select given.*, event.label as was from given
      join engagement_events event on event.id = given.id and event.happened_at = given.happened_at
      where event.organization_id = ${ctx.organizationId}
        and event.happened_at between ${instant(Math.min(...times))} and ${instant(Math.max(...times))}
        and (event.label, event.label_reason, event.rule_version) is distinct from (given.label, given.reason, given.rule_version)
    )
    update engagement_events event
    set label = changed.label, label_reason = changed.reason, rule_version = changed.rule_version
    from changed
    where event.organization_id = ${ctx.organizationId} and event.id = changed.id and event.happened_at = changed.happened_at
      and event.happened_at between ${instant(Math.min(...times))} and ${instant(Math.max(...times))}
    returning event.subject_id as "subjectId", event.client_id as "clientId", event.visitor, changed.was, changed.label,
      (extract(epoch from event.happened_at) * 1000)::float8 as "happenedAt"`.execute(ctx.db);
  return rows;
}

/**
 * One event of each visitor counts as the visitor: the one that did as long as it is by a person, else the earliest that
 * is. Who cannot be recognised any more counts each time.
 */
export async function chooseFirsts(ctx: Context, moved: readonly Changed[]): Promise<void> {
  const times = moved.map(({ happenedAt }) => happenedAt);
  await sql`
    with pairs as (
      select distinct subject_id, visitor from unnest(
        ${moved.map(({ subjectId }) => subjectId)}::uuid[], ${moved.map(({ visitor }) => visitor)}::bytea[]
      ) pair (subject_id, visitor)
    ), ranked as (
      select event.happened_at, event.id, label = 'human' and (event.visitor is null or row_number() over (
          partition by event.subject_id, event.visitor, label order by first_of_day desc, event.happened_at, event.id
        ) = 1) as first_of_day
      from engagement_events event
      join pairs on pairs.subject_id = event.subject_id and pairs.visitor is not distinct from event.visitor
      where event.organization_id = ${ctx.organizationId} and kind = 'scanned'
        and event.happened_at between ${instant(Math.min(...times) - aroundDay)} and ${instant(Math.max(...times) + aroundDay)}
    )
    update engagement_events event set first_of_day = ranked.first_of_day from ranked
    where event.organization_id = ${ctx.organizationId} and event.id = ranked.id and event.happened_at = ranked.happened_at
      and event.first_of_day <> ranked.first_of_day
      and event.happened_at between ${instant(Math.min(...times) - aroundDay)} and ${instant(Math.max(...times) + aroundDay)}`.execute(
    ctx.db,
  );
}

/** Longer than any day on any calendar. */
const aroundDay = 36 * 3_600_000;

const instant = (milliseconds: number): string => new Date(milliseconds).toISOString();
