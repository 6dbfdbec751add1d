import type { Tier } from '@waggle/contracts/plans';
import { findNoticed } from '#features/accounts/index.ts';
import type { Context } from '#platform/context.ts';
import { enqueue } from '#platform/jobs/job.ts';
import { type BillingNotice, sendBillingNotice } from '../jobs.ts';
import type { AccountRow, Looked } from '../queries.ts';

/** Milliseconds before the end of a grace in which an email says so. */
export const reminderLead = 3 * 86_400_000;

type After = Looked & { tierInForce: Tier };
type News = { kind: BillingNotice; key: string };

/** Emails the admins what changed, once for each change; answers what they have been told then. */
export async function tellAdmins(ctx: Context, before: AccountRow, after: After): Promise<string | null> {
  const news = newsOf(before, after, ctx.now());
  if (!news || news.key === before.told) return before.told;
  const plan = after.tier ?? before.tier ?? 'lite';
  const due = after.due_invoice_id ? after : before;
  for (const userId of await findNoticed(ctx, null))
    await enqueue(ctx, sendBillingNotice, {
      kind: news.kind,
      userId,
      plan,
      amount: due.due_amount,
      currency: due.due_currency,
      graceEndsAt: after.grace_ends_at?.toISOString() ?? null,
    });
  return news.key;
}

function newsOf(before: AccountRow, after: After, now: Date): News | null {
  if (after.due_invoice_id && after.grace_ends_at) {
    const left = after.grace_ends_at.getTime() - now.getTime();
    if (left <= 0) return { kind: 'plan-ended', key: `ended:${after.due_invoice_id}` };
    const key = `${after.due_invoice_id}:${after.declined_at.length}`;
    return left <= reminderLead
      ? { kind: 'plan-ends-soon', key: `soon:${key}` }
      : { kind: 'payment-failed', key: `failed:${key}` };
  }
  if (before.due_invoice_id && after.subscription_id)
    return { kind: 'payment-received', key: `received:${before.due_invoice_id}` };
  if (before.subscription_id && !after.subscription_id)
    return { kind: 'canceled', key: `canceled:${before.subscription_id}` };
  return null;
}
