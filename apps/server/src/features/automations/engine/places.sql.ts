import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import type { Db } from '#platform/database/database.ts';
import { prepared } from '#platform/database/scoped-query.ts';
import type { Place } from './place.ts';

const listed = (places: readonly Place[]) =>
  sql`unnest(${places.map(({ automationId }) => automationId)}::uuid[], ${places.map(({ version }) => version)}::int[],
    ${places.map(({ step }) => step)}::smallint[])`;
const isListed = sql`place.automation_id = listed.automation_id and place.version = listed.version and place.step = listed.step`;
const order = sql`order by place.automation_id, place.version, place.step`;

export type KnownPlace = Place & { nextAt: Date | number };
const shown = sql`place.automation_id as "automationId", place.version, place.step, place.next_at as "nextAt"`;

/** Without a lock. Infinity is a number here. */
export async function findPlaces(ctx: Context, places: readonly Place[]): Promise<KnownPlace[]> {
  const { rows } = await sql<KnownPlace>`
    select ${shown} from ${listed(places)} as listed (automation_id, version, step)
    join automation_places as place on place.organization_id = ${ctx.organizationId}::uuid and ${isListed} ${prepared}`.execute(
    ctx.db,
  );
  return rows;
}

/** Holds them against whoever recomputes when the first of their people goes on: that one waits, and then finds who arrives now. */
export async function sharePlaces(ctx: Context, places: readonly Place[]): Promise<KnownPlace[]> {
  const { rows } = await sql<KnownPlace>`
    select ${shown} from ${listed(places)} as listed (automation_id, version, step)
    join automation_places as place on place.organization_id = ${ctx.organizationId}::uuid and ${isListed}
    ${order} for share of place ${prepared}`.execute(ctx.db);
  return rows;
}

export type Arrival = Place & { clientId: string | null; wakeAt: number };

/** Makes places that are missing, and brings forward when somebody goes on there. */
export const bringForward = (ctx: Context, arrivals: readonly Arrival[]) =>
  sql`insert into automation_places as place (organization_id, automation_id, version, step, client_id, next_at)
    select ${ctx.organizationId}::uuid, automation_id, version, step, client_id, to_timestamp(wake_at / 1000)
    from unnest(${arrivals.map(({ automationId }) => automationId)}::uuid[], ${arrivals.map(({ version }) => version)}::int[],
      ${arrivals.map(({ step }) => step)}::smallint[], ${arrivals.map(({ clientId }) => clientId)}::uuid[],
      ${arrivals.map(({ wakeAt }) => wakeAt)}::float8[]) as arrival (automation_id, version, step, client_id, wake_at)
    order by automation_id, version, step
    on conflict (organization_id, automation_id, version, step)
    do update set next_at = least(place.next_at, excluded.next_at) ${prepared}`.execute(ctx.db);

/** Nobody arrives at them until the transaction ends. */
export const lockPlaces = (ctx: Context, places: readonly Place[]) =>
  sql`select from ${listed(places)} as listed (automation_id, version, step)
    join automation_places as place on place.organization_id = ${ctx.organizationId}::uuid and ${isListed}
    ${order} for update of place ${prepared}`.execute(ctx.db);

/** By itself it would count with the eyes of before its lock: only as a second statement after `lockPlaces`. */
export const writeNextTimes = (ctx: Context, places: readonly Place[]) =>
  sql`update automation_places as place set next_at = computed.next_at
    from ${listed(places)} as listed (automation_id, version, step)
    cross join lateral (
      select case when exists (
        select from automations where automations.organization_id = ${ctx.organizationId}::uuid
          and automations.id = listed.automation_id and status in ('live', 'closing') and hold_reason is null
      ) then coalesce((
        select wake_at from automation_runs as run where run.organization_id = ${ctx.organizationId}::uuid
          and run.automation_id = listed.automation_id and run.version = listed.version and run.step = listed.step
        order by wake_at limit 1
      ), 'infinity') else 'infinity' end as next_at
    ) computed
    where place.organization_id = ${ctx.organizationId}::uuid and ${isListed} and place.next_at is distinct from computed.next_at ${prepared}`.execute(
    ctx.db,
  );

/** Places where somebody goes on before the time that is noted. There are none unless something is wrong. */
export async function findLatePlaces(ctx: Context): Promise<Place[]> {
  const { rows } = await sql<Place>`
    select place.automation_id as "automationId", place.version, place.step from automation_places as place
    join automations on automations.organization_id = place.organization_id and automations.id = place.automation_id
      and automations.status in ('live', 'closing') and automations.hold_reason is null
    cross join lateral (
      select wake_at from automation_runs as run where run.organization_id = place.organization_id
        and run.automation_id = place.automation_id and run.version = place.version and run.step = place.step
      order by wake_at limit 1
    ) first
    where place.organization_id = ${ctx.organizationId}::uuid and first.wake_at < place.next_at`.execute(ctx.db);
  return rows;
}

export type DuePlace = Place & { organizationId: string };
const named = sql`organization_id as "organizationId", automation_id as "automationId", version, step`;

/** Over all organizations, the longest due first. */
export async function findDuePlaces(sweep: Db, most: number): Promise<DuePlace[]> {
  const { rows } = await sql<DuePlace>`
    select ${named} from automation_places where next_at <= now() order by next_at limit ${most}`.execute(sweep);
  return rows;
}

/** A few of each organization: where more are due than one look reads, those of one would hide those of all others. */
export async function findSomeOfEach(sweep: Db, mostEach: number, most: number): Promise<DuePlace[]> {
  const { rows } = await sql<DuePlace>`
    select "organizationId", "automationId", version, step from (
      select ${named}, next_at, row_number() over (partition by organization_id order by next_at) as turn
      from automation_places where next_at <= now()
    ) due where turn <= ${mostEach} order by turn, next_at limit ${most}`.execute(sweep);
  return rows;
}

export async function organizationsWithPlaces(sweep: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select distinct organization_id as id from automation_places`.execute(
    sweep,
  );
  return rows.map(({ id }) => id);
}

export async function overdueSeconds(sweep: Db): Promise<number> {
  const { rows } = await sql<{ seconds: number | null }>`
    select extract(epoch from now() - min(next_at))::float8 as seconds from automation_places where next_at <= now()`.execute(
    sweep,
  );
  return rows[0]?.seconds ?? 0;
}
