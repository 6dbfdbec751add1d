import type { ContactEngagement } from '@waggle/contracts/contacts';
import type { Context } from '#platform/context.ts';
import { notFound } from '#platform/problem.ts';
import { namesOf } from '../activity/queries.ts';
import { findContact } from '../queries.ts';
import { findEngagement } from './queries.ts';

const emailsShown = 12;
type Step = ContactEngagement['emails'][number]['step'];

export async function readEngagement(ctx: Context, contactId: string): Promise<ContactEngagement> {
  if (!(await findContact(ctx, contactId))) throw notFound();
  const { emails, ...counts } = await findEngagement(ctx, contactId, emailsShown);
  const names = await namesOf(
    ctx,
    emails.map(({ campaign_id }) => campaign_id),
  );
  return {
    ...counts,
    emails: emails.map(({ campaign_id, sent_at, step }) => ({
      campaignId: campaign_id,
      name: names.get(campaign_id) ?? null,
      sentAt: sent_at.toISOString(),
      step: step as Step,
    })),
  };
}
