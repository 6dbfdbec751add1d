import type { DeclineReason, Invoice } from '@waggle/contracts/billing';
import type { Tier } from '@waggle/contracts/plans';
import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import type { Db } from '#platform/database/database.ts';

type Tenant = Pick<Context, 'db' | 'organizationId'>;

export type AccountRow = {
  stripe_customer_id: string | null;
  subscription_id: string | null;
  tier: Tier | null;
  status: 'active' | 'past-due' | null;
  price_amount: number | null;
  price_currency: string | null;
  period_starts_at: Date | null;
  period_ends_at: Date | null;
  ends_at: Date | null;
  due_invoice_id: string | null;
  due_amount: number | null;
  due_currency: string | null;
  due_url: string | null;
  decline_reason: DeclineReason | null;
  declined_at: Date[];
  next_try_at: Date | null;
  grace_ends_at: Date | null;
  card_brand: string | null;
  card_last4: string | null;
  billed_email: string | null;
  billed_name: string | null;
  billed_address: string | null;
  tax_id: string | null;
  told: string | null;
};

const columns = sql`stripe_customer_id, subscription_id, tier, status, price_amount::float8 as price_amount, price_currency, period_starts_at,
  period_ends_at, ends_at, due_invoice_id, due_amount::float8 as due_amount, due_currency, due_url, decline_reason, declined_at, next_try_at,
  grace_ends_at, card_brand, card_last4, billed_email, billed_name, billed_address, tax_id, told`;

export async function findAccount({ db, organizationId }: Tenant): Promise<AccountRow | undefined> {
  const { rows } = await sql<AccountRow>`
    select ${columns} from billing_accounts where organization_id = ${organizationId}::uuid`.execute(db);
  return rows[0];
}

export async function keepCustomer({ db, organizationId }: Tenant, customerId: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into billing_accounts (organization_id, stripe_customer_id) values (${organizationId}::uuid, ${customerId})
    on conflict (organization_id) do update set stripe_customer_id = coalesce(billing_accounts.stripe_customer_id, excluded.stripe_customer_id)
    returning stripe_customer_id as id`.execute(db);
  return rows[0]!.id;
}

/** Asks again an hour later if this one fails for good, and not every five minutes. The number of this look; while a later one is under way its answer is not written. */
export async function beginLook({ db, organizationId }: Tenant): Promise<number> {
  const { rows } = await sql<{ look: number }>`
    update billing_accounts set look = look + 1, next_look_at = greatest(next_look_at, now() + interval '1 hour') where organization_id = ${organizationId}::uuid
    returning look::float8 as look`.execute(db);
  return rows[0]?.look ?? 0;
}

/** Holds the row until the transaction ends; undefined when somebody has looked again since. */
export async function lockLook({ db, organizationId }: Tenant, look: number): Promise<AccountRow | undefined> {
  const { rows } = await sql<AccountRow>`
    select ${columns} from billing_accounts where organization_id = ${organizationId}::uuid and look = ${look} for update`.execute(
    db,
  );
  return rows[0];
}

export type Looked = Omit<AccountRow, 'stripe_customer_id'> & { next_look_at: Date };

export const writeLook = ({ db, organizationId }: Tenant, row: Looked) =>
  db
    .updateTable('billing_accounts')
    .set({ ...row, looked_at: sql<Date>`now()` })
    .where('organization_id', '=', organizationId)
    .execute();

export type InvoiceRow = {
  id: string;
  number: string | null;
  created_at: Date;
  tier: Tier | null;
  state: Invoice['state'];
  amount: number;
  currency: string;
  url: string | null;
  pdf_url: string | null;
};

/** The newest ones, in the place of those that were there. */
export async function replaceInvoices({ db, organizationId }: Tenant, invoices: readonly InvoiceRow[]): Promise<void> {
  await db.deleteFrom('billing_invoices').where('organization_id', '=', organizationId).execute();
  if (invoices.length === 0) return;
  await db
    .insertInto('billing_invoices')
    .values(invoices.map((invoice) => ({ organization_id: organizationId, ...invoice })))
    .execute();
}

export async function findInvoices({ db, organizationId }: Tenant): Promise<InvoiceRow[]> {
  const { rows } = await sql<InvoiceRow>`
    select id, number, created_at, tier, state, amount::float8 as amount, currency, url, pdf_url
    from billing_invoices where organization_id = ${organizationId}::uuid order by created_at desc, id`.execute(db);
  return rows;
}

/** False when it was there already. */
export async function insertEvent(
  { db, organizationId }: Tenant,
  event: { id: string; type: string; created: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('stripe_events')
    .values({
      organization_id: organizationId,
      id: event.id,
      type: event.type.slice(0, 100),
      created_at: event.created,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Stripe repeats a report for three days, and its list goes back thirty. */
export const forgetEvents = ({ db, organizationId }: Tenant) =>
  sql`delete from stripe_events where organization_id = ${organizationId}::uuid and received_at < now() - interval '40 days'`.execute(
    db,
  );

export async function organizationOf(db: Db, customerId: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select organization_id as id from billing_accounts where stripe_customer_id = ${customerId}`.execute(db);
  return rows[0]?.id;
}

export async function findDueLooks(db: Db, now: Date, most: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select organization_id as id from billing_accounts
    where stripe_customer_id is not null and next_look_at <= ${now} order by next_look_at limit ${most}`.execute(db);
  return rows.map(({ id }) => id);
}
