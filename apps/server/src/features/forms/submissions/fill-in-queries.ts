import type { Context } from '#platform/context.ts';

export const findWaiting = (ctx: Context, formId: string, most: number) =>
  ctx.db
    .selectFrom('form_submissions')
    .select(['id', 'submitted_at', 'version', 'answers', 'label', 'way'])
    .select(['touch_kind', 'touch_id', 'touch_subject_id', 'touch_at'])
    .where('organization_id', '=', ctx.organizationId)
    .where('form_id', '=', formId)
    .where('outcome', '=', 'over-limit')
    .orderBy('submitted_at')
    .orderBy('id')
    .limit(most)
    .forUpdate()
    .execute();
export type WaitingRow = Awaited<ReturnType<typeof findWaiting>>[number];

type Kept = { id: string; form: { id: string } };

export const nameContact = (ctx: Context, { id, form }: Kept, made: { contact_id: string | null; outcome: string }) =>
  ctx.db
    .updateTable('form_submissions')
    .set(made)
    .where('organization_id', '=', ctx.organizationId)
    .where('form_id', '=', form.id)
    .where('id', '=', id)
    .execute();
