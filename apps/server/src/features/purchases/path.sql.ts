import { type RawBuilder, sql } from 'kysely';
import { activeClient } from '#platform/active-client.ts';
import type { Context } from '#platform/context.ts';
import { after, inOrder, page } from '#platform/keyset.ts';

type Span = { from: number; to: number };
export type PathStep = 'submitted' | 'contacts' | 'clicked' | 'purchased';

/**
 * Contacts whom a scan in the span led to a form, with their first click after it and what they bought after that. Touches of a deleted contact stay
 * for what was bought; nobody is shown for them.
 */
function paths(ctx: Context, { from, to }: Span, qrCodeId: string | undefined) {
  const clientId = activeClient(ctx);
  return sql`
    select person.id, person.email, concat_ws(' ', person.first_name, person.last_name) as name, scanned.at, click.happened_at as clicked_at, bought.purchases, bought.amount
    from (
      select contact_id, min(happened_at) as at from contact_touches
      where organization_id = ${ctx.organizationId}::uuid and kind = 'scan'
        and happened_at >= ${instant(from)}::timestamptz and happened_at < ${instant(to)}::timestamptz
        and ${qrCodeId === undefined ? sql`true` : sql`subject_id = ${qrCodeId}::uuid`}
        and ${clientId === null ? sql`true` : sql`client_id = ${clientId}::uuid`}
      group by 1
    ) scanned
    join contacts person on person.organization_id = ${ctx.organizationId}::uuid and person.id = scanned.contact_id
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

type Asked = {
  span: Span;
  qrCodeId: string | undefined;
  /** Rows of `id` and `at`: who came as far as a form and is no contact. */
  strangers: RawBuilder<unknown>;
};

/** Each is the number of rows that `findPathPeople` finds. */
export async function countPaths(ctx: Context, { span, qrCodeId, strangers }: Asked) {
  const { rows } = await sql<Record<PathStep | 'amount', number>>`
    select (contacts + (select count(*) from (${strangers}) stranger))::int as submitted, contacts, clicked, purchased, amount from (
      select count(*)::int as contacts, count(clicked_at)::int as clicked, (count(*) filter (where purchases > 0))::int as purchased,
        coalesce(sum(amount), 0)::float8 as amount
      from (${paths(ctx, span, qrCodeId)}) path
    ) counted`.execute(ctx.db);
  return rows[0]!;
}

const newestFirst = { by: sql`person.at`, type: 'timestamptz', id: sql`person.place`, descending: true } as const;
const reached = {
  submitted: sql`true`,
  contacts: sql`true`,
  clicked: sql`path.clicked_at is not null`,
  purchased: sql`path.purchases > 0`,
};

type Page = Asked & { step: PathStep; cursor?: string | undefined; limit: number };
type PersonRow = { id: string | null; email: string; name: string; scannedAt: Date };

export async function findPathPeople(ctx: Context, { span, qrCodeId, strangers, step, cursor, limit }: Page) {
  const others =
    step === 'submitted'
      ? sql`union all select null, '', '', stranger.at, stranger.id from (${strangers}) stranger`
      : sql``;
  const { rows } = await sql<PersonRow & { place: string; cursor_value: string }>`
    select person.id, person.email, person.name, person.at as "scannedAt", person.place, person.at::text as cursor_value
    from (
      select path.id, path.email, path.name, path.at, path.id as place from (${paths(ctx, span, qrCodeId)}) path where ${reached[step]}
      ${others}
    ) person
    where ${after(cursor, newestFirst)}
    order by ${inOrder(newestFirst)} limit ${limit + 1}`.execute(ctx.db);
  return page(rows, limit, ({ place }) => place);
}

const instant = (milliseconds: number): string => new Date(milliseconds).toISOString();
