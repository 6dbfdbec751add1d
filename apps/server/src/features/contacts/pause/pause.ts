import type { Context } from '#platform/context.ts';
import { emitMany } from '#platform/outbox/outbox.ts';
import { currentAddresses } from '../current-addresses/queries.ts';
import { contactUpdated } from '../events.ts';
import { type ContactRow, holdContacts } from '../queries.ts';
import { foundByHash } from '../suppression/suppressions.ts';
import * as queries from './queries.ts';

/** `addressHash` is that of the address the mail went to, where it is known. */
export type PauseWish = Omit<queries.Wish, 'folded'> & { addressHash: Buffer | null };

/**
 * Readers take a break from all mail of whoever wrote to them, or end it. The latest wish counts, in whatever order and
 * however often they are told. It changes nothing for somebody who has opted out. Inside a transaction.
 */
export async function pauseMail(ctx: Context, told: readonly PauseWish[]): Promise<void> {
  if (told.length === 0) return;
  await holdContacts(ctx);
  const wishes = await addressed(ctx, told);
  const changed = await queries.applyWishes(ctx, wishes);
  await queries.applyToDeleted(ctx, wishes);
  await queries.noteWishes(ctx, wishes);
  await emitMany(
    ctx,
    contactUpdated,
    changed.map(({ id, client_id }) => ({ contactId: id, clientId: client_id, changed: ['mail_paused_until'] })),
  );
}

/** The address the person has now; of a contact that is gone, that of whoever has the one the mail went to. */
async function addressed(ctx: Context, told: readonly PauseWish[]): Promise<queries.Wish[]> {
  const current = await currentAddresses(
    ctx,
    told.flatMap(({ contactId }) => contactId ?? []),
  );
  const addressOf = ({ contactId }: PauseWish) => (contactId === null ? undefined : current.get(contactId));
  const hashes = told.flatMap((wish) => (addressOf(wish) === undefined ? (wish.addressHash ?? []) : []));
  const found = await foundByHash(ctx, hashes);
  return told.map(({ addressHash, ...wish }) => ({
    ...wish,
    folded: addressOf({ addressHash, ...wish })?.toLowerCase() ?? found.get(addressHash?.toString('hex') ?? '') ?? null,
  }));
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
