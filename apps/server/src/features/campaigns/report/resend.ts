import { findOrCreateSegment } from '#features/contacts/index.ts';
import { type Context, inTransaction } from '#platform/context.ts';
import { Problem } from '#platform/problem.ts';
import { changeDraft, duplicateCampaign, requireCampaign, updateCampaign } from '../campaigns.ts';
import { undescribedImages, withDecorative } from '../content/image-texts.ts';

/** A draft for whoever was sent this and did not open it. The segment is asked when the draft starts, so who opens until then is spared. */
export function resendToUnopened(
  ctx: Context,
  campaignId: string,
  { name, segmentName }: { name: string; segmentName: string },
): Promise<{ campaignId: string }> {
  return inTransaction(ctx, async (ctx) => {
    const campaign = await requireCampaign(ctx, campaignId);
    const { sent_at: sentAt, client_id: clientId, recipients, tracking } = campaign;
    if (campaign.sequence)
      throw new Problem('wrong_state', "A sequence can't be sent again to those who didn't open it.");
    if (sentAt === null) throw new Problem('wrong_state', "This campaign hasn't been sent yet.");
    if (!tracking.opens)
      throw new Problem('wrong_state', "Opens weren't tracked in this campaign, so no one can say who didn't open it.");
    const segment = await findOrCreateSegment(ctx, {
      name: segmentName,
      clientId,
      rules: { match: 'all', rules: [{ kind: 'campaign', op: 'didNotOpen', campaignId }] },
    });
    const { id } = await duplicateCampaign(ctx, campaignId);
    const { document } = campaign;
    // Nobody is asked now to describe what everybody has got already.
    if (undescribedImages(document) !== null)
      await changeDraft(ctx, await requireCampaign(ctx, id), { document: document && withDecorative(document) });
    const { everyClient, exclude } = recipients;
    const chosen = { tagIds: [], tagMatch: 'any' as const, contactIds: [], segmentIds: [segment.id] };
    await updateCampaign(ctx, id, { name, recipients: { type: 'segments', everyClient, exclude, ...chosen } });
    return { campaignId: id };
  });
}
