import { z } from 'zod';
import { type ActivityLine, contactActivity } from '#features/contacts/index.ts';
import { type EngagementRow, engagementRows } from '#features/engagement/index.ts';
import { defineEvent, defineRowEvent } from '#platform/events/event.ts';
import { findSends } from './delivery-events/queries.ts';

const email = z.object({ contactId: z.guid(), clientId: z.guid().nullable(), campaignId: z.guid() });
type Email = z.output<typeof email>;

/** An event that is a line of the contact's timeline. Of opens and clicks those of people are there, each the first of its kind. */
const lineEvent = (name: string) =>
  defineRowEvent<Email, ActivityLine>(name, email, {
    source: contactActivity,
    kinds: [name],
    read: (_, rows) => rows.map(({ contactId, clientId, refId }) => ({ contactId, clientId, campaignId: refId! })),
  });

export const emailSent = lineEvent('email.sent');
export const emailOpened = lineEvent('email.opened');
export const emailBounced = lineEvent('email.bounced');
export const emailComplained = lineEvent('email.complained');
export const emailUnsubscribed = lineEvent('email.unsubscribed');
export const emailResubscribed = lineEvent('email.resubscribed');

const clicked = email.extend({ linkNo: z.int().min(0) });

export const emailClicked = defineRowEvent<z.output<typeof clicked>, ActivityLine>('email.clicked', clicked, {
  source: contactActivity,
  kinds: ['email.clicked'],
  read: (_, rows) =>
    rows.map(({ contactId, clientId, refId, data }) => ({
      contactId,
      clientId,
      campaignId: refId!,
      linkNo: data?.['linkNo'] as number,
    })),
});

/** Said by a provider; a server that only accepts says nothing. No line of the timeline, so the ledger says whose it was. */
export const emailDelivered = defineRowEvent<Email, EngagementRow>('email.delivered', email, {
  source: engagementRows,
  kinds: ['delivered'],
  async read(ctx, rows) {
    const ids = [...new Set(rows.flatMap(({ sendId }) => sendId ?? []))];
    const sends = new Map((await findSends(ctx, ids)).map((send) => [send.sendId, send]));
    return rows.map(({ sendId, isFirst, clientId }) => {
      const send = isFirst ? sends.get(sendId ?? '') : undefined;
      return send ? { contactId: send.contactId, clientId, campaignId: send.campaignId } : null;
    });
  },
});

const campaign = z.object({ campaignId: z.guid(), clientId: z.guid().nullable() });

/** Sending stopped for a reason that a person must read before it goes on. */
export const campaignHeld = defineEvent('campaign.held', campaign.extend({ reason: z.string() }));

/** Everybody got the email or an answer why not; not when it was cancelled. */
export const campaignFinished = defineEvent('campaign.finished', campaign);

/** While it was being sent, a large share failed: once for each campaign. */
export const campaignFailing = defineEvent('campaign.failing', campaign.extend({ failed: z.int(), answered: z.int() }));
