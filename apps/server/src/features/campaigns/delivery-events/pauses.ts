import { clientByMark } from '#features/accounts/index.ts';
import { pauseMail, type PausePreference } from '#features/contacts/index.ts';
import type { Context } from '#platform/context.ts';
import { type InboxEvent, pauseChoices } from '#platform/inbox/event.ts';
import { forgottenAmong } from './forgotten.ts';
import { findSends } from './queries.ts';

/** Readers who asked, through a mail of ours, for a break from all mail or for its end. */
export async function recordPauses(ctx: Context, events: readonly InboxEvent[]): Promise<void> {
  const sends = new Map(
    (await findSends(ctx, [...new Set(events.flatMap(({ signals }) => signals.sendId ?? []))])).map((send) => [
      send.sendId,
      send,
    ]),
  );
  const received = events.flatMap((event): PausePreference[] => {
    const asked = askedIn(event);
    const send = sends.get(event.signals.sendId ?? '');
    if (!asked || !send) return [];
    const { contactId, campaignId, clientId, addressHash } = send;
    return [{ ...asked, contactId, campaignId, clientId, addressHash }];
  });
  await pauseMail(ctx, [...received, ...(await forgottenWishes(ctx, events))]);
}

/** The link itself says whose address it is. */
async function forgottenWishes(ctx: Context, events: readonly InboxEvent[]): Promise<PausePreference[]> {
  const preferences: PausePreference[] = [];
  for (const { event, addressHash, clientMark } of await forgottenAmong(ctx, events)) {
    const asked = askedIn(event);
    const clientId = await clientByMark(ctx, clientMark);
    const gone = { contactId: null, campaignId: null };
    if (asked) preferences.push({ ...asked, ...gone, clientId, addressHash: Buffer.from(addressHash, 'hex') });
  }
  return preferences;
}

function askedIn({ id, happenedAt: askedAt, signals: { sendId, pauseDays: days } }: InboxEvent) {
  return sendId && days !== undefined && pauseChoices.includes(days) ? { id, askedAt, days } : undefined;
}
