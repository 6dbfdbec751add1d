import { clientByMark } from '#features/accounts/index.ts';
import { suppressMany } from '#features/contacts/index.ts';
import type { Context } from '#platform/context.ts';
import type { InboxEvent } from '#platform/inbox/event.ts';
import { unsubscribeLink } from './consequences.ts';
import { findSends } from './queries.ts';

/** What the links of mails say about where the mails went, by mail. One that was tried twice may have gone to two. */
export function hashesIn(events: readonly InboxEvent[]): Map<string, Buffer[]> {
  const hashes = new Map<string, Buffer[]>();
  for (const { sendId, addressHash } of events.map(({ signals }) => signals))
    if (sendId && addressHash) hashes.set(sendId, [...(hashes.get(sendId) ?? []), Buffer.from(addressHash, 'hex')]);
  return hashes;
}

/**
 * Opt-outs through links whose mail is in no ledger any more: dropped with its month, or lost with a database that was
 * restored from an older backup. The link itself says whose address it is. It counts for no campaign and cannot be undone.
 */
export async function suppressForgotten(ctx: Context, events: readonly InboxEvent[]): Promise<void> {
  const forgotten = await forgottenAmong(ctx, events);
  for (const [mark, some] of Map.groupBy(forgotten, ({ clientMark }) => clientMark)) {
    const hashes = some.map(({ addressHash }) => Buffer.from(addressHash, 'hex'));
    const clientId = await clientByMark(ctx, mark);
    await suppressMany(ctx, 'email', hashes, { reason: 'unsubscribed', source: unsubscribeLink, clientId });
  }
}

export type Forgotten = { event: InboxEvent; addressHash: string; clientMark: string };

export async function forgottenAmong(ctx: Context, events: readonly InboxEvent[]): Promise<Forgotten[]> {
  const proven = events.flatMap((event) => {
    const { addressHash, clientMark } = event.signals;
    return addressHash && clientMark ? { event, addressHash, clientMark } : [];
  });
  if (proven.length === 0) return [];
  const ids = proven.flatMap(({ event }) => event.signals.sendId ?? []);
  const known = new Set((await findSends(ctx, [...new Set(ids)])).map(({ sendId }) => sendId));
  return proven.filter(({ event }) => !known.has(event.signals.sendId ?? ''));
}
