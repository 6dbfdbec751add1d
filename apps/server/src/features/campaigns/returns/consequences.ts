import { suppressMany, takeBackOptOut } from '#features/contacts/index.ts';
import type { Context } from '#platform/context.ts';
import type { News } from './reports.ts';
import type { Send } from './queries.ts';
import type { Story } from './story.ts';
import { hardBounce } from './fact.ts';

export type Change = { send: Send; before: Story; after: Story };

const link = 'unsubscribe-link';

/** What somebody's answer means for the next mail. Only what is new: somebody may have been let back in since. */
export async function drawConsequences(ctx: Context, changes: readonly Change[]): Promise<void> {
  const known = changes.filter(({ send }) => send.email !== null);
  const became = (is: (story: Story) => boolean) => known.filter(({ before, after }) => is(after) && !is(before));
  const addresses = (some: readonly Change[]) => some.map(({ send }) => send.email!);

  await takeBack(ctx, known);
  const optedOut = became(({ unsubscribedAt }) => unsubscribedAt !== null);
  for (const some of Map.groupBy(optedOut, ({ send }) => `${send.campaignId} ${send.clientId}`).values()) {
    const { clientId, campaignId: sourceId } = some[0]!.send;
    await suppressMany(ctx, 'email', addresses(some), { reason: 'unsubscribed', source: link, sourceId, clientId });
  }
  const dead = addresses(became(({ bouncedHard }) => bouncedHard));
  if (dead.length > 0) await suppressMany(ctx, 'email', dead, { reason: 'bounced', source: 'bounce' });
  const complained = addresses(became(({ complainedAt }) => complainedAt !== null));
  if (complained.length > 0)
    await suppressMany(ctx, 'email', complained, { reason: 'complained', source: 'feedback-loop' });
}

/** The opt-out goes; what else is known of the address stays, and may have been hidden by it. */
async function takeBack(ctx: Context, changes: readonly Change[]): Promise<void> {
  for (const { send, before, after } of changes) {
    if (before.unsubscribedAt === null || after.unsubscribedAt !== null) continue;
    const { clientId, campaignId: sourceId, email } = send;
    const lifted = await takeBackOptOut(ctx, { address: email!, clientId, source: link, sourceId });
    if (lifted && before.bouncedHard)
      await suppressMany(ctx, 'email', [email!], { reason: 'bounced', source: 'bounce' });
  }
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
