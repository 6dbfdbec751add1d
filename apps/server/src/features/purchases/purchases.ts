import { randomUUID } from 'node:crypto';
import { amountOf } from '@waggle/contracts/money';
import type { ReplyInput, ServedInput } from '@waggle/contracts/endpoint';
import type * as contract from '@waggle/contracts/purchases';
import { holds } from '@waggle/contracts/rights';
import { person } from '#features/accounts/index.ts';
import { findContact } from '#features/contacts/index.ts';
import { addDays, findTimezone, startOfDay } from '#features/engagement/index.ts';
import { type Context, inTransaction } from '#platform/context.ts';
import { lockInbox } from '#platform/inbox/drain-queries.ts';
import { notFound, Problem } from '#platform/problem.ts';
import { convertAgain, insertOrders } from './orders.sql.ts';
import * as queries from './queries.ts';
import { noteInTimelines, noteRefund } from './record-orders.ts';
import { subjectOf } from './subject.ts';

const wrong = (field: string, message: string) =>
  new Problem('invalid_input', message, { fields: { [field]: message } });

/** Of what a person typed: a shop tells its own refunds, and would tell a deleted order again. */
const typedIn: readonly string[] = ['manual', 'file'];

export async function listPurchases(
  ctx: Context,
  { from, to, contactId, cursor, limit, ...source }: ServedInput<typeof contract.listPurchases>['query'],
): Promise<ReplyInput<typeof contract.listPurchases>> {
  if (contactId !== undefined && !(await findContact(ctx, contactId))) throw notFound();
  const subjectId = await subjectOf(ctx, source);
  const timezone = await findTimezone(ctx);
  const span = {
    from: from === undefined ? null : startOfDay(timezone, from),
    to: to === undefined ? null : startOfDay(timezone, addDays(to, 1)),
  };
  const found = await queries.findPurchases(ctx, { contactId, subjectId, cursor, limit, span });
  return { ...found, items: found.items.map((row) => present(ctx, row)), currency: await queries.findCurrency(ctx) };
}

const present = (ctx: Context, row: queries.PurchaseRow) => ({
  id: row.id,
  clientId: row.clientId,
  contact: row.contact,
  source: row.source,
  orderName: row.orderName,
  description: row.description,
  paid: { amount: row.paidAmount, refunded: row.refundedAmount, currency: row.paidCurrency },
  amount: row.amount,
  purchasedAt: row.purchasedAt.toISOString(),
  touches: row.touches.map((touch) => ({ ...touch, at: new Date(touch.at).toISOString() })),
  mayChange: typedIn.includes(row.source) && ctx.actor.kind === 'user' && holds(ctx.actor.role, 'purchases:write'),
});

async function requirePurchase(ctx: Context, purchaseId: string) {
  const row = await queries.findPurchase(ctx, purchaseId);
  if (!row) throw notFound();
  return present(ctx, row);
}

export function addPurchase(
  ctx: Context,
  typed: ServedInput<typeof contract.addPurchase>['body'],
): Promise<ReplyInput<typeof contract.addPurchase>> {
  const amount = amountOf(typed.amount, typed.currency);
  if (amount === null || amount === 0) throw wrong('amount', 'Enter an amount like 12.50');
  const at = typed.purchasedAt ? new Date(typed.purchasedAt) : ctx.now();
  if (at.getTime() > ctx.now().getTime() + 86_400_000) throw wrong('purchasedAt', "Choose a date that isn't ahead");
  return inTransaction(ctx, async (ctx) => {
    // What people did is recorded under the same lock: neither misses the other.
    await lockInbox(ctx);
    const contact = await findContact(ctx, typed.contactId);
    if (!contact) throw notFound();
    const order = {
      scope: contact.client_id ?? ctx.organizationId,
      key: typed.orderName ?? randomUUID(),
      orderName: typed.orderName ?? null,
      description: typed.description ?? null,
      clientId: contact.client_id,
      contactId: contact.id,
      source: 'manual' as const,
      amount,
      currency: typed.currency,
      at,
      createdBy: person(ctx).userId,
    };
    const added = await insertOrders(ctx, [order]);
    const [recorded] = added;
    if (!recorded) throw new Problem('already_exists', 'A purchase already has this order number.');
    await noteInTimelines(ctx, added, new Map([[order.key, order]]));
    return { ...(await requirePurchase(ctx, recorded.id)), isNew: true };
  });
}

export function refundPurchase(ctx: Context, purchaseId: string, typed: string | undefined) {
  return inTransaction(ctx, async (ctx) => {
    const { paid, refunded, ...row } = await requireTypedIn(ctx, purchaseId);
    const rest = paid - refunded;
    const amount = typed === undefined ? rest : amountOf(typed, row.paid_currency);
    if (amount === null || amount === 0) throw wrong('amount', 'Enter an amount like 12.50');
    if (amount > rest) throw wrong('amount', "Enter at most what's left of the purchase");
    const refund = {
      scope: row.order_scope,
      orderHash: row.order_hash,
      clientId: row.client_id,
      refundKey: randomUUID(),
    };
    await noteRefund(ctx, { ...refund, amount, at: ctx.now() }, row.paid_currency);
    return requirePurchase(ctx, purchaseId);
  });
}

export function deletePurchase(ctx: Context, purchaseId: string): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    await requireTypedIn(ctx, purchaseId);
    await queries.deletePurchaseRow(ctx, purchaseId);
  });
}

async function requireTypedIn(ctx: Context, purchaseId: string) {
  const row = await queries.lockPurchase(ctx, purchaseId);
  if (!row) throw notFound();
  if (!typedIn.includes(row.source))
    throw new Problem('wrong_state', 'This purchase came from a shop. Change it there.');
  return row;
}

export const readCurrency = async (ctx: Context) => ({
  currency: await queries.findCurrency(ctx),
  unconverted: await queries.countUnconverted(ctx),
});

export function setCurrency(ctx: Context, currency: string) {
  return inTransaction(ctx, async (ctx) => {
    await lockInbox(ctx);
    await queries.changeCurrency(ctx, currency);
    await convertAgain(ctx);
    return readCurrency(ctx);
  });
}
