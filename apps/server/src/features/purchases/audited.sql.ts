import type { AuditSubjects, ReadSubject } from '#platform/audit/audit.ts';

/** By its order number and amount: the buyer's name would outlive an erasure. */
const purchase: ReadSubject = async ({ db, organizationId }, id) => {
  const row = await db
    .selectFrom('purchases')
    .select(['order_name', 'paid_amount', 'refunded_amount', 'paid_currency', 'client_id'])
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) return undefined;
  const { paid_amount: amount, refunded_amount: refunded, paid_currency: currency } = row;
  return {
    label: row.order_name ?? '',
    clientId: row.client_id,
    values: { amount: Number(amount), refunded: Number(refunded), currency },
  };
};

const shop: ReadSubject = async ({ db, organizationId }, id) => {
  const row = await db
    .selectFrom('shops')
    .select(['name', 'kind', 'client_id'])
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && { label: row.name, clientId: row.client_id, values: { name: row.name, kind: row.kind } };
};

export const purchaseSubjects = { purchase, shop } satisfies Partial<AuditSubjects>;
