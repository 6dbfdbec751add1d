import type { ReplyInput, ServedInput } from '@waggle/contracts/endpoint';
import type { addPurchases } from '@waggle/contracts/purchases';
import { clientOfNew, person } from '#features/accounts/index.ts';
import { type Context, inTransaction } from '#platform/context.ts';
import { lockInbox } from '#platform/inbox/drain-queries.ts';
import { Problem } from '#platform/problem.ts';
import { recordOrders, type ToldOrder } from '../record-orders.ts';
import { readRow } from './read-file.ts';

/** All or none. Order numbers are the client's own, so that the same file adds nothing a second time. */
export function addMany(
  ctx: Context,
  { rows, clientId: asked }: ServedInput<typeof addPurchases>['body'],
): Promise<ReplyInput<typeof addPurchases>> {
  return inTransaction(ctx, async (ctx) => {
    await lockInbox(ctx);
    const clientId = await clientOfNew(ctx, asked);
    const orders = rows.map((row, at): ToldOrder => {
      const read = readRow(row, ctx.now());
      if (read.error !== null)
        throw new Problem('invalid_input', `Row ${at + 1}: ${read.error}`, { fields: { rows: read.error } });
      const { email, orderName, description, amount, currency } = read;
      return {
        scope: clientId ?? ctx.organizationId,
        key: orderName,
        orderName,
        description,
        clientId,
        source: 'file',
        amount,
        currency,
        at: read.at,
        createdBy: person(ctx).userId,
        buyer: { email },
      };
    });
    return recordOrders(ctx, orders);
  });
}
