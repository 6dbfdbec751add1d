import { pauseMail } from '#features/contacts/index.ts';
import type { Context } from '#platform/context.ts';
import { type InboxEvent, pauseChoices } from '#platform/inbox/event.ts';
import { findSends } from './queries.ts';

/** Readers who asked, through a mail of ours, for a break from all mail or for its end. */
export async function recordPauses(ctx: Context, events: readonly InboxEvent[]): Promise<void> {
  const asked = events.flatMap(({ id, happenedAt: askedAt, signals: { sendId, pauseDays } }) =>
    sendId && pauseDays !== undefined && pauseChoices.includes(pauseDays)
      ? { id, askedAt, sendId, days: pauseDays }
      : [],
  );
  const sends = new Map(
    (await findSends(ctx, [...new Set(asked.map(({ sendId }) => sendId))])).map((send) => [send.sendId, send]),
  );
  await pauseMail(
    ctx,
    asked.flatMap(({ sendId, ...wish }) => {
      const send = sends.get(sendId);
      return send ? { ...wish, contactId: send.contactId, campaignId: send.campaignId } : [];
    }),
  );
}
