import type { HostPurpose } from '@waggle/contracts/hosts';
import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import type { Db } from '#platform/database/database.ts';
import type { JudgedRecord } from './records.ts';

const columns = [
  'id',
  'client_id',
  'host',
  'purposes',
  'token',
  'state',
  'records',
  'position',
  'last_checked_at',
  'verified_at',
  'failing_since',
  'created_at',
] as const;

const own = (ctx: Context) => ctx.db.selectFrom('hosts').where('organization_id', '=', ctx.organizationId);

export const findHosts = (ctx: Context, most: number) =>
  own(ctx).select(columns).orderBy('position').orderBy('id', 'desc').limit(most).execute();
export type HostRow = Awaited<ReturnType<typeof findHosts>>[number];

export const findHost = (ctx: Context, hostId: string) =>
  own(ctx).select(columns).where('id', '=', hostId).executeTakeFirst();

export const lockHost = (ctx: Context, hostId: string) =>
  own(ctx).select(columns).where('id', '=', hostId).forUpdate().executeTakeFirst();

export const findHostNames = (ctx: Context, hostIds: readonly string[]) =>
  own(ctx)
    .select(['id', 'host'])
    .where('id', '=', sql<string>`any(${hostIds}::uuid[])`)
    .execute();

export const countHosts = async (ctx: Context): Promise<number> =>
  Number(
    (
      await own(ctx)
        .select(({ fn }) => fn.countAll<string>().as('total'))
        .executeTakeFirstOrThrow()
    ).total,
  );

type NewHost = { host: string; client_id: string | null; purposes: readonly HostPurpose[]; token: string };

/** Behind the others. */
export const insertHost = (ctx: Context, { purposes, ...host }: NewHost) =>
  ctx.db
    .insertInto('hosts')
    .values({
      organization_id: ctx.organizationId,
      ...host,
      purposes: [...purposes],
      position: sql<number>`(select coalesce(max(position) + 1, 0) from hosts where organization_id = ${ctx.organizationId}::uuid)`,
      // Somebody has to publish first.
      next_check_at: sql<Date>`now() + interval '1 minute'`,
    })
    .returning(columns)
    .executeTakeFirstOrThrow();

export type HostChange = { purposes?: HostPurpose[]; position?: number };

export const updateHost = (ctx: Context, hostId: string, change: HostChange) =>
  ctx.db
    .updateTable('hosts')
    .set({ ...change, updated_at: sql<Date>`now()` })
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', hostId)
    .returning(columns)
    .executeTakeFirst();

export const deleteHost = (ctx: Context, hostId: string) =>
  ctx.db
    .deleteFrom('hosts')
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', hostId)
    .returning('id')
    .executeTakeFirst();

export type Verdict = { state: string; records: readonly JudgedRecord[]; failingSince: Date | null };

/** Every 5 minutes until verified, then daily. After a month of waiting nobody is in a hurry any more. */
const nextCheck = (state: string) =>
  sql<Date>`now() + case when ${state} in ('verified', 'stopped') or (${state} = 'pending' and created_at < now() - interval '30 days')
    then interval '1 day' else interval '5 minutes' end`;

export const saveVerdict = (ctx: Context, hostId: string, { state, records, failingSince }: Verdict) =>
  ctx.db
    .updateTable('hosts')
    .set({
      state,
      records: JSON.stringify(records),
      failing_since: failingSince,
      last_checked_at: sql<Date>`now()`,
      // Lost and found again, it is as old as it is found again: whoever held it meanwhile was first.
      verified_at:
        state === 'verified'
          ? sql<Date>`case when state = 'verified' then verified_at else now() end`
          : sql<Date>`verified_at`,
      next_check_at: nextCheck(state),
      updated_at: sql<Date>`now()`,
    })
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', hostId)
    .returning(columns)
    .executeTakeFirst();

/** Over all organizations: whose host name is due, and nothing else about it. */
export const findDueHosts = (sweep: Db, most: number) =>
  sweep
    .selectFrom('hosts')
    .select(['organization_id', 'id'])
    .where('next_check_at', '<=', sql<Date>`now()`)
    .orderBy('next_check_at')
    .limit(most)
    .execute();
