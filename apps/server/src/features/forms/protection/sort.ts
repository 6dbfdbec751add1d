import type { Context } from '#platform/context.ts';
import { toldBefore } from '#platform/inbox/drain-queries.ts';
import type { InboxEvent } from '#platform/inbox/event.ts';
import type { Forms } from '../parts.ts';
import { Submission } from '../submissions/inbox-kinds.ts';
import { recordSubmissions } from '../submissions/record.ts';
import { keepSpam } from './spam.ts';

/** What looks like spam is kept apart; the rest becomes submissions. Under the organization's lock. */
export async function sortSubmissions(
  forms: Pick<Forms, 'limits'>,
  ctx: Context,
  events: readonly InboxEvent[],
): Promise<void> {
  // The day is part of an event's key: what is sent twice around midnight is two rows with one id.
  const again = await toldBefore(ctx, events.filter(isOfTwoDays));
  const fresh = events.filter((event) => !again.has(event));
  const isSpam = ({ signals }: InboxEvent) => Submission.parse(signals.submission).spam.length > 0;
  const spam = fresh.filter(isSpam);
  const rest = fresh.filter((event) => !isSpam(event));
  if (spam.length > 0) await keepSpam(ctx, spam);
  if (rest.length > 0) await recordSubmissions(forms, ctx, rest);
}

/** Its id was made, with the page or the challenge, on another day than it was sent. */
function isOfTwoDays({ id, happenedAt }: InboxEvent): boolean {
  const madeAt = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
  return new Date(madeAt).getUTCDate() !== new Date(happenedAt).getUTCDate();
}
