import type { Context } from '#platform/context.ts';
import { currentAddresses } from '../current-addresses.sql.ts';
import { type ContactRow, holdContacts } from '../queries.ts';
import { foundByHash } from '../suppression/suppressions.ts';
import * as queries from './queries.ts';

/** `addressHash` is that of the address the mail went to, where it is known. */
export type PausePreference = Omit<queries.Preference, 'folded'> & { addressHash: Buffer | null };

/**
 * Readers take a break from all mail of whoever wrote to them, or end it. The latest wish counts, in whatever order and
 * however often they are told. It changes nothing for somebody who has opted out. Inside a transaction.
 */
export async function pauseMail(ctx: Context, received: readonly PausePreference[]): Promise<void> {
  if (received.length === 0) return;
  await holdContacts(ctx);
  const preferences = await addressed(ctx, received);
  await queries.applyWishes(ctx, preferences);
  await queries.applyToDeleted(ctx, preferences);
  await queries.noteWishes(ctx, preferences);
}

/** The address the person has now; of a contact that is gone, that of whoever has the one the mail went to. */
async function addressed(ctx: Context, received: readonly PausePreference[]): Promise<queries.Preference[]> {
  const current = await currentAddresses(
    ctx,
    received.flatMap(({ contactId }) => contactId ?? []),
  );
  const addressOf = ({ contactId }: PausePreference) => (contactId === null ? undefined : current.get(contactId));
  const hashes = received.flatMap((preference) =>
    addressOf(preference) === undefined ? (preference.addressHash ?? []) : [],
  );
  const found = await foundByHash(ctx, hashes);
  return received.map(({ addressHash, ...preference }) => ({
    ...preference,
    folded:
      addressOf({ addressHash, ...preference })?.toLowerCase() ?? found.get(addressHash?.toString('hex') ?? '') ?? null,
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
