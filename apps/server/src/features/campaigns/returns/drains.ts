import type { CountryOf } from '#features/links/index.ts';
import type { Context } from '#platform/context.ts';
import type { InboxEvent } from '#platform/inbox/event.ts';
import { drainHandler, type DrainHandler } from '#platform/inbox/handlers.ts';
import type { LinkKeys } from '#platform/tracking/link-keys.ts';
import { suppressStrangers } from './consequences.ts';
import { hashesIn, suppressForgotten } from './forgotten.ts';
import { hitFacts, optOutFacts } from './hits.ts';
import { recordPauses } from './pauses.ts';
import { findSends } from './queries.ts';
import { newsIn } from './reports.ts';
import { recordFacts } from './returns.ts';

/** What came back from mails. Opt-outs first: everything else can wait for them. */
export function returnDrains(linkKeys: Pick<LinkKeys, 'all'>, countryOf: CountryOf): DrainHandler[] {
  const reports = async (ctx: Context, events: readonly InboxEvent[]) => {
    const keys = await linkKeys.all();
    const news = events.flatMap((event) => newsIn(event, keys));
    const ids = [...new Set(news.flatMap(({ sendId }) => sendId ?? []))];
    const ours = new Set((ids.length > 0 ? await findSends(ctx, ids) : []).map(({ sendId }) => sendId));
    const isOurs = (sendId: string | null): sendId is string => sendId !== null && ours.has(sendId);
    await recordFacts(
      ctx,
      news.flatMap(({ sendId, recipient: _recipient, source: _source, ...fact }) =>
        isOurs(sendId) ? { ...fact, sendId } : [],
      ),
    );
    await suppressStrangers(
      ctx,
      news.filter(({ sendId }) => !isOurs(sendId)),
    );
  };
  return [
    drainHandler('unsubscribe', async (ctx, events) => {
      await recordFacts(ctx, optOutFacts('unsubscribed', events), hashesIn(events));
      await suppressForgotten(ctx, events);
    }),
    drainHandler('resubscribe', (ctx, events) =>
      recordFacts(ctx, optOutFacts('resubscribed', events), hashesIn(events)),
    ),
    drainHandler('pause', recordPauses),
    drainHandler('bounce', reports),
    drainHandler('provider', reports),
    drainHandler('open', async (ctx, events) => recordFacts(ctx, await hitFacts(ctx, 'opened', events, countryOf))),
    drainHandler('click', async (ctx, events) => recordFacts(ctx, await hitFacts(ctx, 'clicked', events, countryOf))),
  ];
}
