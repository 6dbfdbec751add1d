import type { DnsRecord } from '@waggle/contracts/sending';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Context } from '#platform/context.ts';
import type { Db } from '#platform/database/database.ts';

const columns = [
  'id',
  'client_id',
  'domain',
  'state',
  'records',
  'checked_at',
  'verified_at',
  'created_at',
  sql<number | null>`(now() at time zone 'UTC')::date - warming_since + 1`.as('warming_day'),
] as const;
const keyColumns = ['id', 'domain_id', 'selector', 'algorithm', 'public_key', 'active_from'] as const;

const own = (ctx: Context) => ctx.db.selectFrom('sending_domains').where('organization_id', '=', ctx.organizationId);
const liveKeys = (ctx: Context) =>
  ctx.db.selectFrom('dkim_keys').where('organization_id', '=', ctx.organizationId).where('retired_at', 'is', null);

export const findDomains = (ctx: Context, most: number) =>
  own(ctx).select(columns).orderBy('id', 'desc').limit(most).execute();
export type DomainRow = Awaited<ReturnType<typeof findDomains>>[number];

export const findDomain = (ctx: Context, domainId: string) =>
  own(ctx).select(columns).where('id', '=', domainId).executeTakeFirst();

/** Who added it; null for one of the time before that was kept. */
export const findAdder = (ctx: Context, domainId: string) =>
  own(ctx).select('added_by').where('id', '=', domainId).executeTakeFirst();

export const findDomainNames = (ctx: Context, domainIds: readonly string[]) =>
  own(ctx)
    .select(['id', 'domain'])
    .where('id', '=', sql<string>`any(${domainIds}::uuid[])`)
    .execute();

/** The domain of that name: the client's own, or one of the organization itself. */
export const findDomainNamed = (ctx: Context, domain: string, clientId: string | null) =>
  own(ctx)
    .select(columns)
    .where('domain', '=', domain)
    .$if(clientId !== null, (query) => query.where(sql<boolean>`(client_id is null or client_id = ${clientId})`))
    .executeTakeFirst();

/** Of exactly this client, or with null of the organization itself: a verified one, else the newest. */
export const findDomainOf = (ctx: Context, clientId: string | null) =>
  own(ctx)
    .select(columns)
    .where(sql<boolean>`client_id is not distinct from ${clientId}::uuid`)
    .orderBy(sql`state = 'verified'`, 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Domains of clients that were verified, or sent something, and are not verified now; when that began is known since it is kept. */
export const findFailingDomains = (ctx: Context, most: number) =>
  own(ctx)
    .select(['id', 'client_id', 'domain', 'records'])
    .select(sql<Date>`coalesce(failing_since, updated_at)`.as('since'))
    .where('client_id', 'is not', null)
    .where((domain) =>
      domain.or([
        domain('state', '=', 'failing'),
        domain.and([domain('state', '=', 'pending'), domain('warming_since', 'is not', null)]),
      ]),
    )
    .orderBy('id')
    .limit(most)
    .execute();

export const findDomainStates = (ctx: Context, domainIds: string[]) =>
  own(ctx)
    .select(['id', 'state'])
    .where('id', 'in', domainIds.length > 0 ? domainIds : [ctx.organizationId])
    .execute();

export const countDomains = async (ctx: Context): Promise<number> =>
  Number(
    (
      await own(ctx)
        .select(({ fn }) => fn.countAll<string>().as('total'))
        .executeTakeFirstOrThrow()
    ).total,
  );

/** Live ones of these domains, oldest first: those that sign and those that wait for their record. */
export const findKeys = (ctx: Context, domainIds: string[]) =>
  liveKeys(ctx)
    .select(keyColumns)
    .where('domain_id', 'in', domainIds.length > 0 ? domainIds : [ctx.organizationId])
    .orderBy('created_at')
    .orderBy('algorithm', 'desc')
    .execute();
export type KeyRow = Awaited<ReturnType<typeof findKeys>>[number];

export const findSigningKeys = (ctx: Context, domainId: string) =>
  liveKeys(ctx)
    .select(['selector', 'algorithm', 'private_key'])
    .where('domain_id', '=', domainId)
    .where('active_from', 'is not', null)
    .orderBy('algorithm', 'desc')
    .execute();

export const findSelectors = async (ctx: Context, domainId: string): Promise<Set<string>> =>
  new Set(
    (
      await ctx.db
        .selectFrom('dkim_keys')
        .select('selector')
        .where('organization_id', '=', ctx.organizationId)
        .where('domain_id', '=', domainId)
        .execute()
    ).map(({ selector }) => selector),
  );

export const insertDomain = (ctx: Context, domain: { domain: string; client_id: string | null }) =>
  ctx.db
    .insertInto('sending_domains')
    .values({
      organization_id: ctx.organizationId,
      ...domain,
      added_by: ctx.actor.kind === 'user' ? ctx.actor.userId : null,
      // Somebody has to publish first.
      next_check_at: sql<Date>`now() + interval '1 minute'`,
    })
    .returning(columns)
    .executeTakeFirstOrThrow();

export const insertKeys = (
  ctx: Context,
  keys: {
    domain_id: string;
    client_id: string | null;
    selector: string;
    algorithm: string;
    private_key: Buffer;
    public_key: string;
  }[],
) =>
  ctx.db
    .insertInto('dkim_keys')
    .values(keys.map((key) => ({ organization_id: ctx.organizationId, ...key })))
    .execute();

export const lockDomain = (ctx: Context, domainId: string) =>
  own(ctx).select(columns).where('id', '=', domainId).forUpdate().executeTakeFirst();

/** Keys nobody has published yet make way for newer ones. They stay as rows, so that no name ever gets a second key. */
export const retireWaitingKeys = (ctx: Context, domainId: string) =>
  ctx.db
    .updateTable('dkim_keys')
    .set({ retired_at: sql<Date>`now()` })
    .where('organization_id', '=', ctx.organizationId)
    .where('domain_id', '=', domainId)
    .where('active_from', 'is', null)
    .where('retired_at', 'is', null)
    .execute();

export const deleteDomain = (ctx: Context, domainId: string) =>
  ctx.db
    .deleteFrom('sending_domains')
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', domainId)
    .returning('id')
    .executeTakeFirst();

/** Asked again soon, as after a change of what must be published. */
export const checkSoon = (ctx: Context, domainId: string) =>
  ctx.db
    .updateTable('sending_domains')
    .set({ next_check_at: sql<Date>`now() + interval '1 minute'`, updated_at: sql<Date>`now()` })
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', domainId)
    .returning(columns)
    .executeTakeFirst();

/** A domain that sent elsewhere before is as old as one that has done its plan, or older. */
export const endWarmUp = (ctx: Context, domainId: string, days: number) =>
  ctx.db
    .updateTable('sending_domains')
    .set({
      warming_since: sql<Date>`least(warming_since, (now() at time zone 'UTC')::date - ${days}::int)`,
      updated_at: sql<Date>`now()`,
    })
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', domainId)
    .returning(columns)
    .executeTakeFirst();

/** Every 5 minutes until verified, then daily. After a month of waiting nobody is in a hurry any more. */
const nextCheck = (state: string) =>
  sql<Date>`now() + case when ${state} = 'verified' or (${state} = 'pending' and created_at < now() - interval '30 days')
    then interval '1 day' else interval '5 minutes' end`;

export const saveVerdict = (
  ctx: Context,
  domainId: string,
  state: string,
  records: readonly z.output<typeof DnsRecord>[],
) =>
  ctx.db
    .updateTable('sending_domains')
    .set({
      state,
      records: JSON.stringify(records),
      checked_at: sql<Date>`now()`,
      verified_at: state === 'verified' ? sql<Date>`coalesce(verified_at, now())` : sql<Date>`verified_at`,
      failing_since: state === 'failing' ? sql<Date>`coalesce(failing_since, now())` : null,
      next_check_at: nextCheck(state),
      updated_at: sql<Date>`now()`,
    })
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', domainId)
    .returning(columns)
    .executeTakeFirst();

export const activateKeys = (ctx: Context, keyIds: string[]) =>
  changeKeys(ctx, keyIds, { active_from: sql<Date>`coalesce(active_from, now())` });

export const restKeys = (ctx: Context, keyIds: string[]) => changeKeys(ctx, keyIds, { active_from: null });

export const retireKeys = (ctx: Context, keyIds: string[]) => changeKeys(ctx, keyIds, { retired_at: sql<Date>`now()` });

async function changeKeys(
  ctx: Context,
  keyIds: string[],
  change: { active_from?: ReturnType<typeof sql<Date>> | null; retired_at?: ReturnType<typeof sql<Date>> },
): Promise<void> {
  if (keyIds.length === 0) return;
  await ctx.db
    .updateTable('dkim_keys')
    .set(change)
    .where('organization_id', '=', ctx.organizationId)
    .where('id', 'in', keyIds)
    .execute();
}

/** Over all organizations: whose domain is due, and nothing else about it. */
export const findDueDomains = (sweep: Db, most: number) =>
  sweep
    .selectFrom('sending_domains')
    .select(['organization_id', 'id'])
    .where('next_check_at', '<=', sql<Date>`now()`)
    .orderBy('next_check_at')
    .limit(most)
    .execute();
