import { type AuditGroup, auditGroups } from '@waggle/contracts/audit';
import { type ExpressionBuilder, sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import type { DB } from '#platform/schema.ts';
import { after, containing, inOrder, page, pageWithTotal } from '#platform/keyset.ts';

export type Filter = {
  search?: string | undefined;
  personId?: string | undefined;
  group?: AuditGroup | undefined;
  outcome?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

type Question = Filter & { cursor?: string | undefined; limit: number; sort: '-happenedAt' | 'happenedAt' };

const columns = [
  'a.id',
  'a.happened_at',
  'a.client_id',
  'a.actor_kind',
  'a.actor_id',
  'a.actor_name',
  'a.actor_email',
  'a.action',
  'a.entity_type',
  'a.entity_id',
  'a.entity_label',
  'a.outcome',
  'a.reason',
  'a.affected',
  'a.changes',
  'a.ip_address',
  'a.user_agent',
] as const;

/** Who did it, or whose account it was done to. */
const concerns = (personId: string) => (where: ExpressionBuilder<DB & { a: DB['audit_log'] }, 'a'>) =>
  where.or([
    where('a.actor_id', '=', personId),
    where.and([where('a.entity_id', '=', personId), where('a.entity_type', 'in', ['account', 'member'])]),
  ]);

const matching = (ctx: Context, { search, personId, group, outcome, from, to }: Filter, timezone: string) =>
  ctx.db
    .selectFrom('audit_log as a')
    .where('a.organization_id', '=', ctx.organizationId)
    .$if(personId !== undefined, (query) => query.where(concerns(personId!)))
    .$if(group !== undefined, (query) =>
      query.where((where) => where.or(auditGroups[group!].map((start) => where('a.action', 'like', `${start}%`)))),
    )
    .$if(outcome !== undefined, (query) => query.where('a.outcome', '=', outcome!))
    .$if(from !== undefined, (query) => query.where('a.happened_at', '>=', startOf(from!, timezone)))
    .$if(to !== undefined, (query) => query.where('a.happened_at', '<', startAfter(to!, timezone)))
    .$if(search !== undefined, (query) =>
      query.where((where) =>
        where.or(
          (['a.actor_name', 'a.actor_email', 'a.entity_label'] as const).map((column) =>
            where(column, 'ilike', containing(search!)),
          ),
        ),
      ),
    );

const startOf = (day: string, timezone: string) => sql<Date>`${day}::date::timestamp at time zone ${timezone}`;
const startAfter = (day: string, timezone: string) => sql<Date>`(${day}::date + 1)::timestamp at time zone ${timezone}`;

const byTime = (sort: Question['sort']) => ({
  by: sql`a.happened_at`,
  type: 'timestamptz' as const,
  id: sql`a.id`,
  descending: sort.startsWith('-'),
});

const rows = (ctx: Context, filter: Filter, timezone: string) =>
  matching(ctx, filter, timezone)
    .select(columns)
    .select((row) =>
      row
        .selectFrom('clients as c')
        .select('c.name')
        .whereRef('c.organization_id', '=', 'a.organization_id')
        .whereRef('c.id', '=', 'a.client_id')
        .as('client_name'),
    );

export const findEntries = (ctx: Context, question: Question, timezone: string) =>
  pageWithTotal(matching(ctx, question, timezone), rows(ctx, question, timezone), question, byTime(question.sort));

export type EntryRow = Awaited<ReturnType<typeof findBatch>>['items'][number];

/** The next rows of an export, newest first. */
export async function findBatch(ctx: Context, filter: Filter, at: { cursor: string | undefined; timezone: string }) {
  const order = byTime('-happenedAt');
  const found = await rows(ctx, filter, at.timezone)
    .select(sql<string>`a.happened_at::text`.as('cursor_value'))
    .where(after(at.cursor, order))
    .orderBy(inOrder(order))
    .limit(batchSize + 1)
    .execute();
  return page(found, batchSize, ({ id }) => id);
}

/** Rows of an export read at once: some tens of milliseconds, and no connection is held between them. */
const batchSize = 1_000;

const mostPeople = 500;

/** Everybody who has acted, each by one look into the index, with the name of their last action. */
export async function findPeople(ctx: Context): Promise<{ id: string; name: string; email: string }[]> {
  const { rows } = await sql<{ id: string; name: string; email: string }>`
    with recursive people as (
      (select actor_id from audit_log where organization_id = ${ctx.organizationId} and actor_id is not null
       order by actor_id limit 1)
      union all
      select (select a.actor_id from audit_log a where a.organization_id = ${ctx.organizationId} and a.actor_id > p.actor_id
              order by a.actor_id limit 1)
      from people p where p.actor_id is not null
    )
    select p.actor_id as id, last.actor_name as name, last.actor_email as email
    from (select actor_id from people where actor_id is not null limit ${mostPeople}) p
    cross join lateral (
      select actor_name, actor_email from audit_log a
      where a.organization_id = ${ctx.organizationId} and a.actor_id = p.actor_id and a.actor_name is not null
      order by a.happened_at desc limit 1
    ) last
    order by lower(last.actor_name)`.execute(ctx.db);
  return rows;
}

export const isKnown = async (ctx: Context, personId: string): Promise<boolean> =>
  (await ctx.db
    .selectFrom('audit_log as a')
    .select('a.id')
    .where('a.organization_id', '=', ctx.organizationId)
    .where(concerns(personId))
    .limit(1)
    .executeTakeFirst()) !== undefined;
