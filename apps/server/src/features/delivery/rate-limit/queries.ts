import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import { installation } from '../transport.ts';

/** What a budget is for; the row is shared by all workers. */
export type Budget = { scope: 'connection' | 'receiver' | 'domain'; key: string };

/** Where a budget stands, and what names it there. What everybody shares stands apart from what is somebody's. */
function placeOf(ctx: Context, { scope, key }: Budget) {
  if (scope === 'connection' && key === installation)
    return { table: sql`installation_budgets`, columns: sql`key`, values: sql`${key}`, row: sql`budgets.key = ${key}` };
  return {
    table: sql`send_budgets`,
    columns: sql`organization_id, scope, key`,
    values: sql`${ctx.organizationId}::uuid, ${scope}, ${key}`,
    row: sql`budgets.organization_id = ${ctx.organizationId}::uuid and budgets.scope = ${scope} and budgets.key = ${key}`,
  };
}

export type Taken = { granted: number; waitMs: number; rate: number };

/**
 * Takes up to so many permissions to send from a budget that refills by its rate, and says how long until the next is
 * there. Undefined when there is no such budget. A pause grants nothing.
 */
export async function take(
  ctx: Context,
  budget: Budget,
  { want, most }: { want: number; most: number | null },
): Promise<Taken | undefined> {
  const { table, row } = placeOf(ctx, budget);
  const { rows } = await sql<Taken>`
    with allowed as (
      select *, least(budgets.rate, ${most}::float8) as pace from ${table} as budgets where ${row} for update
    ), before as (
      select key, case when paused_until > now() then 0
        else least(greatest(pace / 8, 1), tokens + pace * extract(epoch from now() - refilled_at)) end as level,
        greatest(0, extract(epoch from paused_until - now())) as paused, pace as rate
      from allowed
    ), taken as (
      update ${table} as budgets set refilled_at = now(), tokens = before.level - least(${want}, floor(before.level))
      from before where ${row} returning budgets.tokens
    )
    select least(${want}, floor(level))::int as granted,
      ceil(1000 * greatest(paused, least(2 / rate, 0.25), 0.02))::int as "waitMs", rate from before, taken`.execute(
    ctx.db,
  );
  return rows[0];
}

export async function refund(ctx: Context, budget: Budget, count: number): Promise<void> {
  const { table, row } = placeOf(ctx, budget);
  await sql`update ${table} as budgets set tokens = tokens + ${count} where ${row}`.execute(ctx.db);
}

/** The rate a connection starts with, and takes at once when it is raised; one that was learned grows by itself. */
export async function ensureRate(ctx: Context, budget: Budget, rate: number): Promise<void> {
  const { table, columns, values } = placeOf(ctx, budget);
  await sql`insert into ${table} as budgets (${columns}, tokens, rate) values (${values}, 1, ${rate})
    on conflict (${columns}) do update set rate = excluded.rate
    where budgets.last_reply is null and budgets.rate < excluded.rate`.execute(ctx.db);
}

/** Too fast: slower by this factor, at most once in a second however many lines heard it. */
export async function slowDown(
  ctx: Context,
  budget: Budget,
  { observed, factor, slowest, reply }: { observed: number; factor: number; slowest: number; reply: string },
): Promise<void> {
  const { table, columns, values } = placeOf(ctx, budget);
  await sql`
    insert into ${table} as budgets (${columns}, tokens, rate, paused_until, last_reply)
    values (${values}, 0, greatest(${slowest}, ${observed * factor}::float8), now() + interval '1 second', ${reply})
    on conflict (${columns}) do update set
      rate = greatest(${slowest}, budgets.rate * ${factor}::float8), tokens = least(budgets.tokens, 0),
      paused_until = now() + make_interval(secs => 0.2), last_reply = excluded.last_reply
    where coalesce(budgets.paused_until, '-infinity') < now() - interval '1 second'`.execute(ctx.db);
}

/** As fast as it may be: no faster for the next two seconds. */
export async function stay(ctx: Context, budget: Budget): Promise<void> {
  const { table, row } = placeOf(ctx, budget);
  await sql`update ${table} as budgets set paused_until = greatest(paused_until, now()) where ${row}`.execute(ctx.db);
}

/** A little faster after a second without complaint, up to what the connection allows at most. */
export async function speedUp(ctx: Context, budget: Budget, most: number | null): Promise<void> {
  const { table, row } = placeOf(ctx, budget);
  await sql`
    update ${table} as budgets set
      rate = least(rate + greatest(least(1, rate / 5), rate * 0.02), ${most ?? 10_000}::float8), paused_until = now() - interval '1 second'
    where ${row} and coalesce(paused_until, '-infinity') < now() - interval '2 seconds'`.execute(ctx.db);
}

/** Nobody writes to this receiver for a while. */
export async function pause(ctx: Context, budget: Budget, seconds: number, reply: string): Promise<void> {
  await sql`
    insert into send_budgets (organization_id, scope, key, tokens, rate, paused_until, last_reply)
    values (${ctx.organizationId}::uuid, ${budget.scope}, ${budget.key}, 0, 1, now() + make_interval(secs => ${seconds}), ${reply})
    on conflict (organization_id, scope, key) do update
      set paused_until = greatest(send_budgets.paused_until, excluded.paused_until), last_reply = excluded.last_reply`.execute(
    ctx.db,
  );
}

export type Standing = { pausedReceivers: string[]; connections: string[] };

/** Which receivers rest now, and which connections have a rate: what a worker looks at every second. */
export async function standing(ctx: Context): Promise<Standing> {
  const { rows } = await sql<{ scope: string; key: string }>`
    select scope, key from send_budgets where organization_id = ${ctx.organizationId}::uuid
      and (scope = 'connection' or (scope = 'receiver' and paused_until > now()))
    union all select 'connection', key from installation_budgets`.execute(ctx.db);
  const keys = (scope: string) => rows.filter((row) => row.scope === scope).map(({ key }) => key);
  return { pausedReceivers: keys('receiver'), connections: keys('connection') };
}

/** Notes the first day of a domain and answers which day of its life it is; null for a domain that is not ours. */
export async function dayOf(ctx: Context, domain: string): Promise<number | null> {
  const { rows } = await sql<{ day: number }>`
    update sending_domains set warming_since = coalesce(warming_since, (now() at time zone 'UTC')::date)
    where organization_id = ${ctx.organizationId}::uuid and domain = ${domain}
    returning (now() at time zone 'UTC')::date - warming_since + 1 as day`.execute(ctx.db);
  return rows[0]?.day ?? null;
}

/** Takes from what a domain may send today; a new day starts with the day's cap. */
export async function takeOfDay(ctx: Context, domain: string, cap: number, want: number): Promise<number> {
  const { rows } = await sql<{ granted: number }>`
    with fresh as (
      insert into send_budgets as budgets (organization_id, scope, key, tokens, rate, refilled_at)
      values (${ctx.organizationId}::uuid, 'domain', ${domain}, ${cap}, ${cap}, now())
      on conflict (organization_id, scope, key) do update set rate = excluded.rate, refilled_at = now(),
        tokens = case when (budgets.refilled_at at time zone 'UTC')::date < (now() at time zone 'UTC')::date
          then excluded.tokens else budgets.tokens end
      returning tokens
    )
    select least(${want}, floor(tokens))::int as granted from fresh`.execute(ctx.db);
  const granted = Math.max(0, rows[0]?.granted ?? 0);
  if (granted > 0) await refund(ctx, { scope: 'domain', key: domain }, -granted);
  return granted;
}
