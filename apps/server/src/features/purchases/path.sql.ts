import { sql } from 'kysely';
import { activeClient } from '#platform/active-client.ts';
import type { Context } from '#platform/context.ts';
import { after, inOrder, page } from '#platform/keyset.ts';

type Span = { from: number; to: number };
export type PathStep = 'submitted' | 'contacts' | 'clicked' | 'purchased';

/** Contacts whom a scan in the span led to a form, with their first click after it and what they bought after that. */
function paths(ctx: Context, { from, to }: Span, qrCodeId: string | undefined) {
  const clientId = activeClient(ctx);
  return sql`
    select scanned.contact_id, scanned.at, click.happened_at as clicked_at, bought.purchases, bought.amount
    from (
      select contact_id, min(happened_at) as at from contact_touches
      where organization_id = ${ctx.organizationId}::uuid and kind = 'scan'
        and happened_at >= ${instant(from)}::timestamptz and happened_at < ${instant(to)}::timestamptz
        and ${qrCodeId === undefined ? sql`true` : sql`subject_id = ${qrCodeId}::uuid`}
        and ${clientId === null ? sql`true` : sql`client_id = ${clientId}::uuid`}
      group by 1
    ) scanned
    left join lateral (
      select happened_at from contact_touches
      where organization_id = ${ctx.organizationId}::uuid and contact_id = scanned.contact_id and kind = 'click' and happened_at >= scanned.at
      order by happened_at limit 1
    ) click on true
    left join lateral (
      select count(*) as purchases, sum(amount) as amount from purchases
      where organization_id = ${ctx.organizationId}::uuid and contact_id = scanned.contact_id and purchased_at >= click.happened_at and amount > 0
    ) bought on true`;
}

export async function countPaths(ctx: Context, span: Span, qrCodeId: string | undefined) {
  const { rows } = await sql<{ clicked: number; purchased: number; amount: number }>`
    select count(clicked_at)::int as clicked, (count(*) filter (where purchases > 0))::int as purchased,
      coalesce(sum(amount), 0)::float8 as amount
    from (${paths(ctx, span, qrCodeId)}) path`.execute(ctx.db);
  return rows[0]!;
}

const newestFirst = { by: sql`path.at`, type: 'timestamptz', id: sql`person.id`, descending: true } as const;
const reached = {
  submitted: sql`true`,
  contacts: sql`true`,
  clicked: sql`path.clicked_at is not null`,
  purchased: sql`path.purchases > 0`,
};

type Asked = { span: Span; qrCodeId: string | undefined; step: PathStep; cursor?: string | undefined; limit: number };
type PersonRow = { id: string; email: string; name: string; scannedAt: Date; cursor_value: string };

export async function findPathPeople(ctx: Context, { span, qrCodeId, step, cursor, limit }: Asked) {
  const { rows } = await sql<PersonRow>`
    select person.id, person.email, concat_ws(' ', person.first_name, person.last_name) as name, path.at as "scannedAt",
      path.at::text as cursor_value
    from (${paths(ctx, span, qrCodeId)}) path
    join contacts person on person.organization_id = ${ctx.organizationId}::uuid and person.id = path.contact_id
    where ${reached[step]} and ${after(cursor, newestFirst)}
    order by ${inOrder(newestFirst)} limit ${limit + 1}`.execute(ctx.db);
  return page(rows, limit, ({ id }) => id);
}

const instant = (milliseconds: number): string => new Date(milliseconds).toISOString();
