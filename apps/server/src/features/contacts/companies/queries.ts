import type { companySorts } from '@waggle/contracts/companies';
import { type RawBuilder, sql } from 'kysely';
import { activeClient } from '#platform/active-client.ts';
import type { Context } from '#platform/context.ts';
import { after, inOrder, type Keyset, page } from '#platform/keyset.ts';

type Question = {
  cursor?: string | undefined;
  limit: number;
  search?: string | undefined;
  sort: (typeof companySorts)[number];
};

const sorted: Record<string, { by: RawBuilder<unknown>; type: Keyset['type'] }> = {
  contacts: { by: sql`contacts`, type: 'bigint' },
  name: { by: sql`company_key`, type: 'text' },
};

function keysetOf(sort: Question['sort']): Keyset {
  const order = sorted[sort.replace('-', '')];
  if (!order) throw new Error(`No order is known for ${sort}.`);
  return { ...order, id: sql`id`, descending: sort.startsWith('-') };
}

/** Of the client that is shown; of all of them a company is one however many have it. */
const inSight = (ctx: Context): RawBuilder<boolean> => {
  const clientId = activeClient(ctx);
  const shown = clientId === null ? sql`` : sql`and client_id = ${clientId}::uuid`;
  return sql<boolean>`organization_id = ${ctx.organizationId}::uuid ${shown}`;
};

const named = (search: string | undefined): RawBuilder<boolean> =>
  search
    ? sql<boolean>`position(replace(public.folded(substr(public.company_key_of(${search}), 2)), ' ', '') in folded) > 0`
    : sql<boolean>`true`;

export type CompanyRow = {
  id: string;
  name: string;
  contacts: string;
  mailable: string;
  last_activity_at: Date | null;
  cursor_value: string;
};

/** All companies in sight are put together for each page: 50,000 of them are fewer rows than an index for each order would cost every import. */
export async function findCompanies(ctx: Context, { cursor, limit, search, sort }: Question) {
  const keyset = keysetOf(sort);
  const { rows } = await sql<CompanyRow & { total: string }>`
    with known as materialized (
      select company_key, id, sum(contacts)::bigint as contacts, sum(mailable)::bigint as mailable
      from contact_companies where ${inSight(ctx)} and ${named(search)} group by company_key, id
    ), page as materialized (
      select *, ${keyset.by}::text as cursor_value from known where ${after(cursor, keyset)} order by ${inOrder(keyset)} limit ${limit + 1}
    )
    select counted.total, page.id, page.contacts, page.mailable, page.cursor_value, (
      select last_activity_at from contacts where ${inSight(ctx)} and company_key = page.company_key and company_key <> ''
      order by last_activity_at desc limit 1
    ) as last_activity_at, (
      select name from contact_companies where ${inSight(ctx)} and company_key = page.company_key
      group by name order by sum(contacts) desc, name limit 1
    ) as name
    from (select count(*) as total from known) counted left join page on true
    order by ${inOrder(keyset)}`.execute(ctx.db);
  const found = rows.filter(({ id }) => id !== null);
  return { ...page(found, limit, ({ id }) => id), total: Number(rows[0]?.total ?? 0) };
}
