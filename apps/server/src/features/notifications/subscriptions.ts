import { accountSignedIn, findNoticed } from '#features/accounts/index.ts';
import { campaignFailing, campaignFinished, campaignHeld, findSender } from '#features/campaigns/index.ts';
import { importFinished, planFilled } from '#features/contacts/index.ts';
import { formEmailsHeld } from '#features/forms/index.ts';
import { domainChanged, hostStopped } from '#features/settings/index.ts';
import type { Event } from '#platform/events/event.ts';
import type { Context } from '#platform/context.ts';
import { type Received, subscribe, type Subscription } from '#platform/events/subscription.ts';
import { type News, notify } from './notify.ts';

const one = <Payload>(event: Event<Payload>, tell: (ctx: Context, received: Received<Payload>) => Promise<void>) =>
  subscribe({
    event,
    subscriber: 'notifications',
    handler: async (ctx, received) => {
      for (const each of received) await tell(ctx, each);
    },
  });

const formEmails = one(formEmailsHeld, async (ctx, { happenedAt, payload: { formId, clientId } }) =>
  notify(ctx, await findNoticed(ctx, null), {
    kind: 'form-emails-held',
    // People fill in forms all day: once a day is enough.
    cause: `form emails ${clientId ?? 'own'} ${happenedAt.toISOString().slice(0, 10)}`,
    recordId: formId,
    clientId,
  }),
);

/** Of sending domains and host names. */
const names = [
  one(domainChanged, async (ctx, { eventId, payload: { domainId, clientId, addedBy, news } }) =>
    notify(ctx, await findNoticed(ctx, addedBy), {
      kind: 'domain',
      cause: eventId,
      recordId: domainId,
      clientId,
      facts: { news },
    }),
  ),
  one(hostStopped, async (ctx, { eventId, payload: { hostId, clientId } }) =>
    notify(ctx, await findNoticed(ctx, null), { kind: 'host-stopped', cause: eventId, recordId: hostId, clientId }),
  ),
];

export const notificationSubscriptions = (): Subscription[] => [
  one(importFinished, async (ctx, { eventId, payload: { importId, clientId, startedBy } }) => {
    const news: News = { kind: 'import-finished', cause: eventId, recordId: importId, clientId };
    if (startedBy !== null) await notify(ctx, [startedBy], news);
  }),
  ...names,
  one(campaignHeld, async (ctx, { eventId, payload: { campaignId, clientId, reason } }) =>
    notify(ctx, await findNoticed(ctx, await findSender(ctx, campaignId)), {
      kind: 'campaign-held',
      cause: eventId,
      recordId: campaignId,
      clientId,
      facts: { reason },
    }),
  ),
  one(campaignFailing, async (ctx, { eventId, payload: { campaignId, clientId, failed, answered } }) =>
    notify(ctx, await findNoticed(ctx, await findSender(ctx, campaignId)), {
      kind: 'campaign-failing',
      cause: eventId,
      recordId: campaignId,
      clientId,
      facts: { failed, answered },
    }),
  ),
  one(campaignFinished, async (ctx, { eventId, payload: { campaignId, clientId } }) =>
    notify(ctx, await findNoticed(ctx, await findSender(ctx, campaignId)), {
      kind: 'campaign-finished',
      cause: eventId,
      recordId: campaignId,
      clientId,
    }),
  ),
  formEmails,
  one(planFilled, async (ctx, { happenedAt, payload: { percent, limit } }) =>
    notify(ctx, await findNoticed(ctx, null), {
      kind: 'plan-nearly-full',
      // Contacts come and go around a limit: once a month is enough.
      cause: `plan ${percent} ${limit} ${happenedAt.toISOString().slice(0, 7)}`,
      recordId: null,
      clientId: null,
      facts: { percent, limit },
    }),
  ),
  one(accountSignedIn, async (ctx, { eventId, payload: { userId, device, address } }) =>
    notify(ctx, [userId], {
      kind: 'new-sign-in',
      cause: eventId,
      recordId: null,
      clientId: null,
      facts: { device, address },
    }),
  ),
];
