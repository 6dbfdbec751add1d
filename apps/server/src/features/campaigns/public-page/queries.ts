import type { Context } from '#platform/context.ts';

/** An email to one contact is never shown to others, and one of an automation goes on to be sent. */
export const setPublic = (ctx: Context, campaignId: string, isPublic: boolean) =>
  ctx.db
    .updateTable('campaigns')
    .set({ public_page: isPublic })
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', campaignId)
    .where('contact_id', 'is', null)
    .where('automation_id', 'is', null)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
