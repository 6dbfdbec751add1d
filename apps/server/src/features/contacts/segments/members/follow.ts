import type { Context } from '#platform/context.ts';
import { type Received, subscribe } from '#platform/events/subscription.ts';
import { compileRules, inItsClient } from '../queries.ts';
import { contactNews, type News } from './news.ts';
import { holdWatches, insertLines, noteMembers } from './queries.ts';

/** Contacts that are held against a rule at once. */
export const atOnce = 1_000;

export const memberSubscription = subscribe({
  event: contactNews,
  subscriber: 'segment-members',
  batch: atOnce,
  handler: followNews,
});

/** Whoever something happened to is held against every watched segment. Without one it costs a look at an empty index. */
async function followNews(ctx: Context, received: readonly Received<News>[]): Promise<void> {
  const watches = await holdWatches(ctx);
  if (watches.length === 0) return;
  const byContact = Map.groupBy(
    received.map(({ payload }) => payload),
    ({ contactId }) => contactId,
  );
  const contactIds = [...byContact.keys()];
  for (const watch of watches) {
    const condition = await compileRules(ctx, inItsClient(watch), contactIds);
    const changed = await noteMembers(ctx, watch.id, condition, contactIds);
    const lines = changed
      .filter(({ contact_id }) => watch.isFilled && !byContact.get(contact_id)!.every(({ isQuiet }) => isQuiet))
      .map((change) => ({ ...change, cause: deepest(byContact.get(change.contact_id)!) }));
    if (lines.length > 0) await insertLines(ctx, watch, lines);
  }
}

/** Which of several lines made the difference nobody knows: the longest chain of automations counts, so that none is endless. */
const deepest = (news: readonly News[]): News['cause'] =>
  news.reduce<News['cause']>((found, { cause }) => ((cause?.depth ?? -1) > (found?.depth ?? -1) ? cause : found), null);
