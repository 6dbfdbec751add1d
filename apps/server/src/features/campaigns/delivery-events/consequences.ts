import { currentAddresses, suppressMany, takeBackOptOut, type Target } from '#features/contacts/index.ts';
import type { Context } from '#platform/context.ts';
import type { News } from './reports.ts';
import type { Send } from './queries.ts';
import { type EmailTimeline, undoMs } from './email-timeline.ts';
import { hardBounce } from './delivery-event.ts';

/** `hashes` are those of the addresses the mail went to, as its links say. */
export type Change = { send: Send; before: EmailTimeline; after: EmailTimeline; hashes: readonly Buffer[] };

export const unsubscribeLink = 'unsubscribe-link';

/** What somebody's answer means for the next mail. Only what is new: somebody may have been let back in since. */
export async function drawConsequences(ctx: Context, changes: readonly Change[]): Promise<void> {
  const became = (is: (timeline: EmailTimeline) => boolean) =>
    changes.filter(({ before, after }) => is(after) && !is(before));
  const takenBack = changes.filter(({ before, after }) => isOut(before) && !isOut(after));
  const optedOut = became(isOut);
  const dead = became(({ bouncedHard }) => bouncedHard);
  const complained = became(({ complainedAt }) => complainedAt !== null);
  const current = await currentOf(ctx, [...takenBack, ...optedOut, ...dead, ...complained]);
  const everywhere = (some: readonly Change[]) =>
    some.flatMap((change) => [...mailedTo(change, current), ...current(change)]);

  for (const change of takenBack) await takeBack(ctx, change, mailedTo(change, current), current(change));
  for (const some of Map.groupBy(optedOut, ({ send }) => `${send.campaignId} ${send.clientId}`).values()) {
    const { clientId, campaignId: sourceId } = some[0]!.send;
    await suppressMany(ctx, 'email', everywhere(some), {
      reason: 'unsubscribed',
      source: unsubscribeLink,
      sourceId,
      clientId,
    });
  }
  // A dead mailbox says nothing about another one of the same person.
  const mailboxes = dead.flatMap((change) => mailedTo(change, current));
  if (mailboxes.length > 0) await suppressMany(ctx, 'email', mailboxes, { reason: 'bounced', source: 'bounce' });
  if (complained.length > 0)
    await suppressMany(ctx, 'email', everywhere(complained), { reason: 'complained', source: 'feedback-loop' });
}

const isOut = ({ unsubscribedAt }: EmailTimeline): boolean => unsubscribedAt !== null;

type Current = (change: Change) => string[];

/** The person asked, and not the mailbox: whatever address they have now, the mail they stopped must not reach. */
async function currentOf(ctx: Context, changes: readonly Change[]): Promise<Current> {
  if (changes.length === 0) return () => [];
  const addresses = await currentAddresses(ctx, [...new Set(changes.map(({ send }) => send.contactId))]);
  return ({ send }) => {
    const address = addresses.get(send.contactId);
    return address === undefined ? [] : [address];
  };
}

/** Where the mail went. Older rows of the ledger do not say; then the contact's own address is the best guess. */
function mailedTo(change: Change, current: Current): Target[] {
  const known = [...change.hashes, ...(change.send.addressHash ? [change.send.addressHash] : [])];
  return known.length > 0 ? known : current(change);
}

/** The opt-out goes; what else is known of the address stays, and may have been hidden by it. */
async function takeBack(
  ctx: Context,
  { send, before, after }: Change,
  mailed: readonly Target[],
  current: readonly Target[],
): Promise<void> {
  const { clientId, campaignId: sourceId } = send;
  const at = after.deliveryEvents.findLast(({ kind }) => kind === 'resubscribed')?.happenedAt ?? ctx.now().getTime();
  const own = { clientId, source: unsubscribeLink, sourceId, since: new Date(at - undoMs) };
  let lifted = false;
  for (const address of [...mailed, ...current]) lifted = (await takeBackOptOut(ctx, { ...own, address })) || lifted;
  if (lifted && before.bouncedHard) await suppressMany(ctx, 'email', mailed, { reason: 'bounced', source: 'bounce' });
}

/** News of a mail nobody can find any more, or that was not ours: the address is dead all the same. */
export async function suppressStrangers(ctx: Context, news: readonly News[]): Promise<void> {
  const addresses = (is: (each: News) => boolean) => [
    ...new Set(news.filter(is).flatMap(({ recipient }) => (recipient && isAddress(recipient) ? [recipient] : []))),
  ];
  const dead = addresses(({ kind, reason }) => kind === 'bounced' && reason === hardBounce);
  if (dead.length > 0) await suppressMany(ctx, 'email', dead, { reason: 'bounced', source: 'bounce' });
  const complained = addresses(({ kind }) => kind === 'complained');
  if (complained.length > 0)
    await suppressMany(ctx, 'email', complained, { reason: 'complained', source: 'feedback-loop' });
}

const isAddress = (text: string): boolean => text.length <= 254 && /^[^\s@<>]+@[^\s@<>]+$/.test(text);
