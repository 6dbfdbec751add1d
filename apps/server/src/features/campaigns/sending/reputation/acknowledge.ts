import { holdSentences } from '@waggle/contracts/campaign-holds';
import { holds } from '@waggle/contracts/campaigns';
import type { Context } from '#platform/context.ts';
import { Problem } from '#platform/problem.ts';
import { type Hold, insertAcknowledgement } from './queries.ts';

export type Acknowledgement = { hold: Hold; reason: string };
type Held = { id: string; client_id: string | null; hold_reason: string | null };

/** What a gate holds goes on only when a person says that they have seen why. In the transaction that lets it go on. */
export async function acknowledgeHold(ctx: Context, held: Held, given: Acknowledgement | undefined): Promise<void> {
  const hold = holds.find((each) => each === held.hold_reason);
  if (hold === undefined && given === undefined) return;
  if (hold === undefined)
    throw new Problem('wrong_state', "This campaign isn't on hold because of complaints or bounces.");
  if (given?.hold !== hold) throw new Problem('acknowledgement_required', holdSentences[hold]);
  const by = ctx.actor.kind === 'user' ? ctx.actor.userId : null;
  await insertAcknowledgement(ctx, { campaignId: held.id, clientId: held.client_id, hold, reason: given.reason, by });
}
