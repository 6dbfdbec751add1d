import { type RawBuilder, sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import { activeClient } from '#platform/active-client.ts';
import { after, inOrder, page } from '#platform/keyset.ts';

export type Filter = {
  contactId?: string | undefined;
  subjectId?: string | undefined;
  /** Milliseconds since 1970; `to` is not in it. */
  span?: { from: number | null; to: number | null };
};
type Question = Filter & { cursor?: string | undefined; limit: number };

const newestFirst = {
  by: sql`bought.purchased_at`,
  type: 'timestamptz',
  id: sql`bought.id`,
  descending: true,
} as const;

export type PurchaseRow = {
  id: string;
  clientId: string | null;
  contact: { id: string; email: string; name: string } | null;
  source: 'manual' | 'file' | 'stripe' | 'shopify' | 'signed';
  orderName: string | null;
  description: string | null;
  paidAmount: number;
  refundedAmount: number;
  paidCurrency: string;
  amount: number | null;
  purchasedAt: Date;
  touches: {
    kind: 'scan' | 'form' | 'click';
    subjectId: string;
    name: string | null;
    at: string;
    shares: { last: number; first: number; linear: number; position: number };
  }[];
};

const columns = sql`bought.id, bought.client_id as "clientId", bought.source, bought.order_name as "orderName", bought.description,
  bought.paid_amount::float8 as "paidAmount", bought.refunded_amount::float8 as "refundedAmount", bought.paid_currency as "paidCurrency",
  bought.amount::float8 as amount, bought.purchased_at as "purchasedAt",
  (select json_build_object('id', person.id, 'email', person.email, 'name', concat_ws(' ', person.first_name, person.last_name))
    from contacts person where person.organization_id = bought.organization_id and person.id = bought.contact_id) as contact,
  (select coalesce(json_agg(json_build_object('kind', touch.kind, 'subjectId', touch.subject_id, 'at', touch.touched_at, 'name', coalesce(
      (select name from qr_codes where organization_id = touch.organization_id and id = touch.subject_id),
      (select name from forms where organization_id = touch.organization_id and id = touch.subject_id),
      (select name from campaigns where organization_id = touch.organization_id and id = touch.subject_id and deleted_at is null)),
      'shares', json_build_object('last', last_amount, 'first', first_amount, 'linear', linear_amount, 'position', position_amount))
      order by touch.position), '[]')
    from purchase_touches touch where touch.organization_id = bought.organization_id and touch.purchase_id = bought.id and kind <> 'none') as touches`;

function matching(ctx: Context, { contactId, subjectId, span }: Filter): RawBuilder<unknown> {
  const clientId = activeClient(ctx);
  return sql`bought.organization_id = ${ctx.organizationId}::uuid
    and ${clientId === null ? sql`true` : sql`bought.client_id = ${clientId}::uuid`}
    and ${contactId === undefined ? sql`true` : sql`bought.contact_id = ${contactId}::uuid`}
    and ${
      subjectId === undefined
        ? sql`true`
        : sql`exists (select from purchase_touches touch where touch.organization_id = bought.organization_id
            and touch.purchase_id = bought.id and touch.subject_id = ${subjectId}::uuid)`
    }
    and ${within(span?.from, sql`>=`)} and ${within(span?.to, sql`<`)}`;
}

const within = (moment: number | null | undefined, compared: RawBuilder<unknown>) =>
  moment === null || moment === undefined
    ? sql`true`
    : sql`bought.purchased_at ${compared} ${instant(moment)}::timestamptz`;

export async function findPurchases(ctx: Context, { cursor, limit, ...filter }: Question) {
  const where = matching(ctx, filter);
  const [{ rows }, sums] = await Promise.all([
    sql<PurchaseRow & { cursor_value: string }>`
      select ${columns}, bought.purchased_at::text as cursor_value from purchases bought
      where ${where} and ${after(cursor, newestFirst)}
      order by ${inOrder(newestFirst)} limit ${limit + 1}`.execute(ctx.db),
    sql<{ total: number; amount: number; unconverted: number }>`
      select count(*)::int as total, coalesce(sum(amount), 0)::float8 as amount, (count(*) filter (where amount is null))::int as unconverted
      from purchases bought where ${where}`.execute(ctx.db),
  ]);
  return { ...page(rows, limit, ({ id }) => id), ...sums.rows[0]! };
}

export async function findPurchase(ctx: Context, purchaseId: string): Promise<PurchaseRow | undefined> {
  const { rows } = await sql<PurchaseRow>`
    select ${columns} from purchases bought where ${matching(ctx, {})} and bought.id = ${purchaseId}::uuid`.execute(
    ctx.db,
  );
  return rows[0];
}

export const lockPurchase = (ctx: Context, purchaseId: string) =>
  ctx.db
    .selectFrom('purchases')
    .select(['id', 'client_id', 'contact_id', 'source', 'paid_currency', 'order_scope', 'order_hash'])
    .select(sql<number>`paid_amount::float8`.as('paid'))
    .select(sql<number>`refunded_amount::float8`.as('refunded'))
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', purchaseId)
    .forUpdate()
    .executeTakeFirst();

export const deletePurchaseRow = (ctx: Context, purchaseId: string) =>
  ctx.db
    .deleteFrom('purchases')
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', purchaseId)
    .execute();

export async function findCurrency(ctx: Context): Promise<string> {
  const { rows } = await sql<{ currency: string }>`
    select currency from organizations where id = ${ctx.organizationId}::uuid`.execute(ctx.db);
  return rows[0]!.currency;
}

export const changeCurrency = (ctx: Context, currency: string) =>
  sql`update organizations set currency = ${currency} where id = ${ctx.organizationId}::uuid`.execute(ctx.db);

/** Whether anything was ever bought, also where all of it was given back. */
export async function hasPurchases(ctx: Context): Promise<boolean> {
  const clientId = activeClient(ctx);
  const { rows } = await sql`
    select from purchases where organization_id = ${ctx.organizationId}::uuid
      and ${clientId === null ? sql`true` : sql`client_id = ${clientId}::uuid`} limit 1`.execute(ctx.db);
  return rows.length > 0;
}

/** Those of the clients of which anything was ever bought. */
export async function findClientsWithPurchases(ctx: Context, clientIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select client.id from unnest(${clientIds}::uuid[]) client (id) where exists (
      select from purchases where organization_id = ${ctx.organizationId}::uuid and client_id = client.id)`.execute(
    ctx.db,
  );
  return new Set(rows.map(({ id }) => id));
}

export async function countUnconverted(ctx: Context): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from purchases where organization_id = ${ctx.organizationId}::uuid and amount is null`.execute(
    ctx.db,
  );
  return rows[0]!.count;
}

const instant = (milliseconds: number): string => new Date(milliseconds).toISOString();
