import type { Context } from '#platform/context.ts';
import { emitMany } from '#platform/outbox/outbox.ts';
import { contactUpdated } from '../events.ts';
import { type ContactRow, holdContacts } from '../queries.ts';
import * as queries from './queries.ts';

/**
 * Readers take a break from all mail of whoever wrote to them, or end it. The latest wish counts, in whatever order and
 * however often they are told. It changes nothing for somebody who has opted out. Inside a transaction.
 */
export async function pauseMail(ctx: Context, wishes: readonly queries.Wish[]): Promise<void> {
  if (wishes.length === 0) return;
  await holdContacts(ctx);
  const changed = await queries.applyWishes(ctx, wishes);
  await queries.noteWishes(ctx, wishes);
  await emitMany(
    ctx,
    contactUpdated,
    changed.map(({ id, client_id }) => ({ contactId: id, clientId: client_id, changed: ['mail_paused_until'] })),
  );
}

type Pause = Pick<ContactRow, 'mail_paused_until' | 'mail_pause_asked_at'>;

/** Null as soon as the break is over. */
export const pausedUntil = (ctx: Context, { mail_paused_until: until }: Pause): Date | null =>
  until !== null && until > ctx.now() ? until : null;

/** Of two rows of one person: what they asked for last. */
export function laterPause(one: Pause, other: Pause): Pause {
  const isLater = (other.mail_pause_asked_at?.getTime() ?? 0) > (one.mail_pause_asked_at?.getTime() ?? 0);
  const { mail_paused_until, mail_pause_asked_at } = isLater ? other : one;
  return { mail_paused_until, mail_pause_asked_at };
}
