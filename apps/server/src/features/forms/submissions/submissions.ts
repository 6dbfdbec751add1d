import { FormDefinition } from '@waggle/contracts/form-definition';
import type { FieldLabel } from '@waggle/contracts/form-submissions';
import type { FormSubmission } from '@waggle/contracts/forms';
import { fieldsInOrder } from '@waggle/forms/pages';
import { type Context, inTransaction } from '#platform/context.ts';
import { notFound } from '#platform/problem.ts';
import { requireForm } from '../drafts.ts';
import { lockForm } from '../queries.ts';
import { findVersion } from '../versions/queries.ts';
import * as queries from './list-queries.ts';

/** How many there are is kept with the form: to count a million takes longer than to read a page. */
export async function listSubmissions(ctx: Context, { formId, ...asked }: queries.Question & { formId: string }) {
  const form = await requireForm(ctx, formId);
  const { sort, search, ...rest } = asked;
  const question = { formId, keyset: queries.orderOf(sort), ...rest };
  const { items, nextCursor, total } = search
    ? await queries.searchSubmissions(ctx, { ...question, search })
    : { ...(await queries.findSubmissions(ctx, question)), total: Number(form.submissions) };
  const named = [...new Set(items.map(({ version }) => version))].toSorted((one, other) => other - one);
  const versions = await Promise.all(
    named.map(async (version) => ({ version, fields: (await fieldsOf(ctx, formId, version)).map(label) })),
  );
  return { items: items.map(present), nextCursor, total, versions };
}

const touchOf = ({ touch_kind, touch_subject_id, touch_at }: queries.SubmissionRow): FormSubmission['touch'] =>
  touch_kind === null || touch_subject_id === null || touch_at === null
    ? null
    : {
        kind: touch_kind === 'scan' ? 'scan' : 'click',
        subjectId: touch_subject_id,
        at: touch_at.toISOString(),
      };

/** Of a version, in the order people met them. */
export async function fieldsOf(ctx: Context, formId: string, version: number) {
  const row = await findVersion(ctx, formId, version);
  return row ? fieldsInOrder(FormDefinition.parse(row.definition)) : [];
}

export const label = ({ id, label: text, type }: FieldLabel): FieldLabel => ({ id, label: text, type });

export const present = (row: queries.SubmissionRow): FormSubmission => ({
  id: row.id,
  createdAt: row.submitted_at.toISOString(),
  data: row.answers as FormSubmission['data'],
  contactId: row.contact_id,
  version: row.version,
  outcome: row.outcome as FormSubmission['outcome'],
  touch: touchOf(row),
});

/** The form is held first, as whoever adds submissions holds it. */
export const deleteSubmission = (ctx: Context, { formId, submissionId }: { formId: string; submissionId: string }) =>
  inTransaction(ctx, async (ctx) => {
    if (!(await lockForm(ctx, formId))) throw notFound();
    if (!(await queries.deleteSubmission(ctx, formId, submissionId))) throw notFound();
  });
