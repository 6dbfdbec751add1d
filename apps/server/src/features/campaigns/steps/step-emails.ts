import type { EmailDocument } from '@waggle/contracts/email-document';
import { type Context, inTransaction } from '#platform/context.ts';
import { notFound } from '#platform/problem.ts';
import { insertCampaign, lockCampaign } from '../queries.ts';
import { keepFirstVersion } from '../versions/keep-versions.ts';
import * as queries from './queries.ts';

/** A step of an automation. Its client is that of the automation, for ever. */
export type StepOf = { automationId: string; stepId: string; clientId: string | null };
type NewStepEmail = StepOf & {
  name: string;
  /** Empty until somebody writes one; nothing is published without. */
  subject?: string;
  previewText?: string;
  senderId?: string | null;
} & ({ document: EmailDocument } | { html: string });

/** Nobody: the automation says who gets it. */
const nobody = { tagIds: [], segmentIds: [], contactIds: [] };
const recipients = {
  ...nobody,
  type: 'segments' as const,
  everyClient: false,
  tagMatch: 'any' as const,
  exclude: nobody,
};

/** The email of a step as a draft, which the calls of campaigns edit, check, preview and test. */
export function createStepEmail(ctx: Context, { clientId, ...email }: NewStepEmail): Promise<{ campaignId: string }> {
  return inTransaction(ctx, async (ctx) => {
    const document = 'document' in email ? email.document : null;
    const { id } = await insertCampaign(ctx, clientId, {
      automation_id: email.automationId,
      step_id: email.stepId,
      name: email.name,
      type: 'EMAIL',
      subject: email.subject ?? '',
      preview_text: email.previewText ?? '',
      content: { html: 'html' in email ? email.html : '', text: '' },
      document,
      recipients,
      tracking: { opens: true, clicks: true },
      utm: null,
      sending_window: null,
      sender_id: email.senderId ?? null,
      connection_id: null,
      reply_to: null,
      topic_id: null,
      scheduled_at: null,
      scheduled_local: null,
      scheduled_zone: null,
      public_page: false,
    });
    await keepFirstVersion(ctx, id);
    return { campaignId: id };
  });
}

/** For a step that was duplicated, also into another automation of the same client. */
export function copyStepEmail(
  ctx: Context,
  campaignId: string,
  to: Omit<StepOf, 'clientId'>,
): Promise<{ campaignId: string }> {
  return inTransaction(ctx, async (ctx) => {
    const copy = await queries.copyDraft(ctx, campaignId, to);
    if (!copy) throw notFound();
    await keepFirstVersion(ctx, copy.id);
    return { campaignId: copy.id };
  });
}

/** Of the drafts of an automation that is deleted, or of steps that are. What was sent stays, as that of a deleted campaign does. */
export const deleteStepDrafts = (ctx: Context, campaignIds: readonly string[]): Promise<void> =>
  queries.deleteDrafts(ctx, campaignIds);

/** The draft of a step; one of another automation is as none. */
export async function lockStepDraft(ctx: Context, campaignId: string) {
  const draft = await lockCampaign(ctx, campaignId);
  if (!draft || draft.automation_id === null || draft.status !== 'DRAFT') throw notFound();
  return { ...draft, automation_id: draft.automation_id, step_id: draft.step_id! };
}
