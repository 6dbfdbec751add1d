import type { ReplyInput, ServedInput } from '@waggle/contracts/endpoint';
import type { readRevenue } from '@waggle/contracts/purchases';
import type { Context } from '#platform/context.ts';
import { Problem } from '#platform/problem.ts';
import { findCurrency } from './queries.ts';
import { findRevenue } from './revenue.sql.ts';
import { subjectOf } from './subject.ts';

export async function revenueOf(
  ctx: Context,
  query: ServedInput<typeof readRevenue>['query'],
): Promise<ReplyInput<typeof readRevenue>> {
  const subjectId = await subjectOf(ctx, query);
  if (subjectId === undefined) throw new Problem('invalid_input', 'Name a QR code, a form or a campaign.');
  const [currency, { touched, purchases, ...shares }] = await Promise.all([
    findCurrency(ctx),
    findRevenue(ctx, subjectId),
  ]);
  return { currency, touched, purchases, shares };
}
