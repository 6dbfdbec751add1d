import { isDeepStrictEqual } from 'node:util';
import { FormDefinition } from '@waggle/contracts/form-definition';
import { findPeopleNames, isMember } from '#features/accounts/index.ts';
import { refuseForeignTags } from '#features/contacts/index.ts';
import { type Context, inTransaction } from '#platform/context.ts';
import { notFound, Problem } from '#platform/problem.ts';
import { refuseEditBeyondPlan } from './plan.ts';
import * as queries from './queries.ts';
import { findVersion } from './versions/queries.ts';

export async function requireForm(ctx: Context, formId: string): Promise<queries.FormRow> {
  const form = await queries.findForm(ctx, formId);
  if (!form) throw notFound();
  return form;
}

type Saved = { definition: FormDefinition; name?: string | undefined; draftVersion?: number | undefined };

/** What is published stays as it is. */
export const keepDraft = (ctx: Context, formId: string, { definition, name, draftVersion }: Saved) =>
  inTransaction(ctx, async (ctx) => {
    const form = await queries.lockForm(ctx, formId);
    if (!form) throw notFound();
    await refuseEditBeyondPlan(ctx, form);
    if (draftVersion !== undefined) await refuseOther(ctx, form, draftVersion);
    await refuseForeignTags(ctx, tagsOf(definition), form.client_id);
    await refuseStrangers(ctx, definition, FormDefinition.parse(form.draft).settings.notify);
    const published = await publishedOf(ctx, form);
    const has_changes = published === null || !isDeepStrictEqual(published.definition, definition);
    return (await queries.updateForm(ctx, formId, { name, draft: { definition, has_changes } }))!;
  });

/** Only people of the team are told of submissions. Who has left since they were chosen is told nothing, and is no reason to refuse. */
export async function refuseStrangers(
  ctx: Context,
  { settings }: FormDefinition,
  chosenBefore: readonly string[] = [],
): Promise<void> {
  for (const userId of settings.notify)
    if (!chosenBefore.includes(userId) && !(await isMember(ctx, userId))) throw notFound();
}

/** Whoever read an older draft is told, before anything of it is overwritten or shown to strangers. */
export async function refuseOther(ctx: Context, form: queries.FormRow, draftVersion: number): Promise<void> {
  if (draftVersion === form.draft_version) return;
  const names = await findPeopleNames(ctx, [form.draft_changed_by]);
  const by = names.get(form.draft_changed_by) ?? 'Somebody';
  throw new Problem('form_changed', `${by} saved this form while you were editing.`, {
    fields: { by, at: form.draft_changed_at.toISOString(), draftVersion: String(form.draft_version) },
  });
}

/** Parsed, so that one that was written before a field had all its parts compares with one written today. */
export async function publishedOf(ctx: Context, { id, published_version }: queries.FormRow) {
  const row = published_version === null ? undefined : await findVersion(ctx, id, published_version);
  return row ? { definition: FormDefinition.parse(row.definition), at: row.published_at } : null;
}

export const tagsOf = ({ tagIds, fields }: FormDefinition): string[] => [
  ...tagIds,
  ...fields.flatMap((field) => field.tagIds),
];
