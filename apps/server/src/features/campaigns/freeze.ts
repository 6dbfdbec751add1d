import { ensureAddressKey } from '#features/contacts/index.ts';
import { type Context, inTransaction } from '#platform/context.ts';
import { withStatementTimeout } from '#platform/database/statement-timeout.ts';
import * as audience from './audience/queries.ts';
import { holdCampaign } from './hold.ts';
import * as queries from './queries.ts';
import { recipientsAreThere } from './references/check-references.ts';
import { chosenMoment, instantsByZone } from './schedule.ts';

/** Contacts looked at in one transaction, which is what a killed worker loses. */
const stretchSize = { first: 4_000, least: 500, most: 16_000 };
/** Milliseconds a transaction should take: whoever presses Pause waits for it. */
const stretchMs = 300;

/** Makes the audience one row per recipient, stretch by stretch; whoever comes after a kill goes on at the last commit. */
export async function freezeAudience(ctx: Context, campaignId: string, signal: AbortSignal): Promise<void> {
  await ensureAddressKey(ctx);
  for (let size = stretchSize.first; ;) {
    signal.throwIfAborted();
    const begun = performance.now();
    const next = await withStatementTimeout(ctx, 60, (ctx) => freezeNext(ctx, campaignId, size));
    if (next === 'over') return;
    if (next === 'all') break;
    size = nextSize(size, performance.now() - begun);
  }
  // Nobody is added any more, so nobody needs to wait while a million are counted.
  const people = await withStatementTimeout(ctx, 60, (ctx) => queries.countFrozen(ctx, campaignId));
  await queries.closeFreeze(ctx, campaignId, people);
}

/** A segment of slow rules or a disk that is behind gets shorter stretches; growing is slower than shrinking. */
const nextSize = (size: number, tookMs: number): number =>
  Math.round(Math.min(stretchSize.most, size * 2, Math.max(stretchSize.least, (size * stretchMs) / tookMs)));

/** Answers whether there is more to do, or everybody is there, or it is over for another reason. The lock makes a second worker wait, and then see what the first has done. */
function freezeNext(ctx: Context, campaignId: string, size: number): Promise<'more' | 'all' | 'over'> {
  return inTransaction(ctx, async (ctx) => {
    await audience.beginStretch(ctx);
    const campaign = await queries.lockCampaign(ctx, campaignId);
    if (!campaign || campaign.month === null || campaign.audience !== null) return 'over';

    const { client_id: clientId, recipients, month, frozen_through: through, topic_id: topicId } = campaign;
    if (!(await recipientsAreThere(ctx, clientId, recipients))) {
      await holdCampaign(ctx, campaignId, 'recipients-gone');
      return 'over';
    }
    const ignoresCap = campaign.contact_id !== null;
    const freezing = {
      campaignId,
      clientId,
      topicId,
      recipients,
      month,
      through,
      ignoresCap,
      due: dueByZone(campaign),
    };
    const buckets = await audience.freezeStretch(ctx, freezing, size);
    const last = buckets
      .map((bucket) => bucket.through)
      .toSorted()
      .at(-1);
    if (last === undefined) return 'all';
    const leftOut = buckets.filter(({ bucket }) => bucket !== 'recipient');
    await audience.addExclusions(ctx, freezing, leftOut);
    await queries.noteFrozen(ctx, campaignId, last);
    return 'more';
  });
}

/** Null where everybody gets it at the same moment. */
function dueByZone(campaign: queries.CampaignRow): audience.DueByZone | null {
  const { each_zone: eachZone, scheduled_local: local } = campaign;
  if (!eachZone || local === null) return null;
  return { zones: instantsByZone(local), others: chosenMoment(campaign)! };
}
