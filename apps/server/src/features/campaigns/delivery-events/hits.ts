import { classify, type CountryOf, deviceOf, localTime, saltsOf, visitorOf } from '#features/engagement/index.ts';
import type { Context } from '#platform/context.ts';
import type { InboxEvent, Signals } from '#platform/inbox/event.ts';
import { type DeliveryEvent, reported } from './delivery-event.ts';
import { findTimezone } from './queries.ts';

/** Requests for the picture or a link of a mail, each judged alone. */
export async function hitEvents(
  ctx: Context,
  kind: 'opened' | 'clicked',
  events: readonly InboxEvent[],
  countryOf: CountryOf,
): Promise<DeliveryEvent[]> {
  const timezone = await findTimezone(ctx);
  const dayOf = (event: InboxEvent) => localTime(timezone, event.happenedAt).day;
  const salts = await saltsOf(ctx, new Set(events.map(dayOf)));
  return events.flatMap((event) => {
    const { signals, id, happenedAt } = event;
    if (!signals.sendId) return [];
    const salt = salts.get(dayOf(event));
    return {
      id,
      kind,
      sendId: signals.sendId,
      linkNo: kind === 'clicked' ? (signals.linkNo ?? null) : null,
      happenedAt,
      ...classifyRequest(kind, signals),
      visitor: salt ? visitorOf(salt, ctx.organizationId, signals) : null,
      device: deviceOf(signals.userAgent),
      country: countryOf(signals.address),
      isFirst: false,
    };
  });
}

/** Of one request alone; what its mail shows besides is the timeline's to say. */
export function classifyRequest(kind: 'opened' | 'clicked', signals: Signals) {
  const verdict = classify({ signals, method: 'GET', asks: kind === 'opened' ? 'image' : 'page', subjects: 1 });
  return { ...verdict, reason: verdict.reason === 'mail-proxy' ? proxyOf(signals.userAgent) : verdict.reason };
}

/** Apple's proxy fetches before anybody looks, Gmail's when somebody does: figures tell them apart. */
function proxyOf(userAgent = ''): string {
  if (userAgent.includes('GoogleImageProxy')) return 'gmail-proxy';
  return userAgent.trim() === 'Mozilla/5.0' ? 'apple-proxy' : 'mail-proxy';
}

/** A person pressed the button, or their mail program did it for them. */
export const optOutEvents = (kind: 'unsubscribed' | 'resubscribed', events: readonly InboxEvent[]): DeliveryEvent[] =>
  events.flatMap(({ id, happenedAt, signals: { sendId } }) =>
    sendId ? { ...reported, id, kind, sendId, linkNo: null, happenedAt, label: 'human' as const, reason: 'asked' } : [],
  );
