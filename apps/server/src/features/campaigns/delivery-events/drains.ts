import type { CountryOf } from '#features/engagement/index.ts';
import type { Context } from '#platform/context.ts';
import type { InboxEvent } from '#platform/inbox/event.ts';
import { drainHandler, type DrainHandler } from '#platform/inbox/handlers.ts';
import type { LinkKeys } from '#platform/tracking/link-keys.ts';
import { suppressStrangers } from './consequences.ts';
import { hashesIn, suppressForgotten } from './forgotten.ts';
import { hitEvents, optOutEvents } from './hits.ts';
import * as kinds from './inbox-kinds.ts';
import { recordPauses } from './pauses.ts';
import { recordTopics } from './topics.ts';
import { findSends } from './queries.ts';
import { newsIn } from './reports.ts';
import { recordDeliveryEvents } from './record-delivery-events.ts';

/** What came back from mails. Opt-outs first: everything else can wait for them. */
export function deliveryEventDrains(linkKeys: Pick<LinkKeys, 'all'>, countryOf: CountryOf): DrainHandler[] {
  const reports = async (ctx: Context, events: readonly InboxEvent[]) => {
    const keys = await linkKeys.all();
    const news = events.flatMap((event) => newsIn(event, keys));
    const ids = [...new Set(news.flatMap(({ sendId }) => sendId ?? []))];
    const ours = new Set((ids.length > 0 ? await findSends(ctx, ids) : []).map(({ sendId }) => sendId));
    const isOurs = (sendId: string | null): sendId is string => sendId !== null && ours.has(sendId);
    await recordDeliveryEvents(
      ctx,
      news.flatMap(({ sendId, recipient: _recipient, source: _source, ...deliveryEvent }) =>
        isOurs(sendId) ? { ...deliveryEvent, sendId } : [],
      ),
    );
    await suppressStrangers(
      ctx,
      news.filter(({ sendId }) => !isOurs(sendId)),
    );
  };
  return [
    drainHandler(kinds.unsubscribe, async (ctx, events) => {
      await recordDeliveryEvents(ctx, optOutEvents('unsubscribed', events), hashesIn(events));
      await suppressForgotten(ctx, events);
    }),
    drainHandler(kinds.resubscribe, (ctx, events) =>
      recordDeliveryEvents(ctx, optOutEvents('resubscribed', events), hashesIn(events)),
    ),
    drainHandler(kinds.pause, recordPauses),
    drainHandler(kinds.topics, recordTopics),
    drainHandler(kinds.bounce, reports),
    drainHandler(kinds.provider, reports),
    drainHandler(kinds.open, async (ctx, events) =>
      recordDeliveryEvents(ctx, await hitEvents(ctx, 'opened', events, countryOf)),
    ),
    drainHandler(kinds.click, async (ctx, events) =>
      recordDeliveryEvents(ctx, await hitEvents(ctx, 'clicked', events, countryOf)),
    ),
  ];
}
