import type { ServedInput } from '@waggle/contracts/endpoint';
import type * as contract from '@waggle/contracts/contact-events';
import { type Context, inTransaction } from '#platform/context.ts';
import { Problem } from '#platform/problem.ts';
import { requireContact } from '../contacts.ts';
import { insertActivity } from '../queries.ts';

/** Clocks of others may be ahead of ours; lines are kept for 13 months. */
const accepted = { aheadMs: 5 * 60_000, agoMs: 395 * 86_400_000 };

/** A line of the timeline, which is the event: `event.trial.started`. */
export function reportEvent(
  ctx: Context,
  contactId: string,
  { name, at, data }: ServedInput<typeof contract.reportContactEvent>['body'],
): Promise<void> {
  const happenedAt = at === undefined ? ctx.now() : new Date(at);
  refuseOtherTimes(ctx, happenedAt);
  return inTransaction(ctx, async (ctx) => {
    const contact = await requireContact(ctx, contactId);
    await insertActivity(ctx, contact, {
      type: `event.${name}`,
      ...(data && Object.keys(data).length > 0 && { data: { said: data } }),
      ...(at !== undefined && { happenedAt }),
    });
  });
}

function refuseOtherTimes(ctx: Context, at: Date): void {
  const ahead = at.getTime() - ctx.now().getTime();
  if (ahead <= accepted.aheadMs && -ahead <= accepted.agoMs) return;
  const message = 'Choose a time within the last 13 months.';
  throw new Problem('invalid_input', message, { fields: { at: message } });
}
