import { createHash } from 'node:crypto';
import { mailOriginOf, senderForCampaign } from '#features/settings/index.ts';
import { type Context, inTransaction } from '#platform/context.ts';
import { Problem } from '#platform/problem.ts';
import { requireCampaign } from '../campaigns.ts';
import { frozenOf } from '../content/freeze-content.ts';
import type { Campaigns } from '../parts.ts';
import { requireReady } from '../readiness.ts';
import * as queries from './queries.ts';
import { lockStepDraft } from './step-emails.ts';

/**
 * When its automation is published: what emails of the step say from then on, whoever edits the draft, the sender or the address
 * later. Asks what Send asks. The same words twice are one content.
 */
export async function freezeStepEmail(
  campaigns: Campaigns,
  ctx: Context,
  campaignId: string,
): Promise<{ contentHash: Buffer }> {
  const draft = await requireCampaign(ctx, campaignId);
  if (draft.subject.trim() === '') throw new Problem('invalid_input', 'Email subject is required');
  const compiled = await requireReady(campaigns, ctx, draft);
  const { client_id: clientId, sender_id: senderId } = draft;
  const sender = await senderForCampaign(campaigns.settings, ctx, { senderId, clientId });
  const origin = await mailOriginOf(campaigns.settings, ctx, clientId);
  const frozen = { ...frozenOf(draft, sender, compiled), origin };
  const { links } = compiled;

  return inTransaction(ctx, async (ctx) => {
    const { version } = await lockStepDraft(ctx, campaignId);
    if (version !== draft.version)
      throw new Problem(
        'campaign_changed',
        'Someone saved an email of this automation while it was published. Try again.',
      );
    // Of the connection the emails leave by and of their name in reports as well: a step has one of each at a time. And of what its
    // editor saved, which may differ where the email does not, so that the draft is again what was frozen.
    const { connection_id: connection, name, content, document, utm, reply_to: replyTo, topic_id: topicId } = draft;
    const saved = { content, document, utm, replyTo, senderId, ...(topicId && { topicId }) };
    const said = JSON.stringify({ frozen, links, connection, name, saved });
    const contentHash = createHash('sha256').update(said).digest();
    await queries.insertContent(ctx, campaignId, { contentHash, frozen, links, senderDomain: sender.domain });
    return { contentHash };
  });
}
