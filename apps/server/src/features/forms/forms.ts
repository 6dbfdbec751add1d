import { FormDefinition, FormSettings } from '@waggle/contracts/form-definition';
import { mostForms } from '@waggle/contracts/forms';
import { problemsOf } from '@waggle/forms/problems';
import { clientOfNew } from '#features/accounts/index.ts';
import { refuseForeignTags, refuseWhileRunning, type RunningParts } from '#features/contacts/index.ts';
import { switchOffCodes } from '#features/links/index.ts';
import { type Context, inTransaction } from '#platform/context.ts';
import { notFound, Problem } from '#platform/problem.ts';
import { startRowDeletion } from '#platform/row-deletion/jobs.ts';
import { refuseBadAnswer } from './emails/answer-text.ts';
import { refuseWithoutSender } from './emails/refuse-without-sender.ts';
import { keepDraft, refuseOther, refuseStrangers, requireForm, tagsOf } from './drafts.ts';
import type { Forms } from './parts.ts';
import { isShown, refuseBeyondPlan, refuseEditBeyondPlan } from './plan.ts';
import * as queries from './queries.ts';
import { findVersion, insertVersion } from './versions/queries.ts';

type New = FormDefinition & { name: string; isActive: boolean; publish: boolean; clientId?: string | null | undefined };

type Parts = Pick<Forms, 'settings'>;

export async function createForm(
  forms: Parts,
  ctx: Context,
  { name, isActive, publish: isPublished, clientId: typedClient, ...draft }: New,
): Promise<queries.FormRow> {
  const clientId = await clientOfNew(ctx, typedClient);
  if (isPublished) {
    refuseUnfinished(draft);
    await refuseWithoutSender(forms, ctx, { clientId, settings: draft.settings });
  }
  return inTransaction(ctx, async (ctx) => {
    await refuseForeignTags(ctx, tagsOf(draft), clientId);
    await refuseStrangers(ctx, draft);
    const form = await queries.insertForm(ctx, { name, client_id: clientId, is_active: isActive, draft });
    if ((await queries.countForms(ctx)).forms > mostForms)
      throw new Problem('quota_reached', `You have ${mostForms} forms. Delete one you no longer use, then try again.`);
    return isPublished ? publish(ctx, form) : form;
  });
}

type Changed = { [Key in keyof FormDefinition]?: FormDefinition[Key] | undefined };
type Change = Changed & { formId: string; name?: string | undefined; isActive?: boolean | undefined };

/** With a part of the form itself it is published as it was sent; a name or a switch alone publishes nothing. */
export async function updateForm(
  forms: Parts,
  ctx: Context,
  { formId, name, isActive, ...parts }: Change,
): Promise<queries.FormRow> {
  const sent = Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined));
  const isPublished = Object.keys(sent).length > 0;
  if (isPublished) {
    const form = await requireForm(ctx, formId);
    const { settings } = FormDefinition.parse({ ...(form.draft as object), ...sent });
    await refuseWithoutSender(forms, ctx, {
      clientId: form.client_id,
      settings,
      before: await publishedSettings(ctx, form),
    });
  }
  return inTransaction(ctx, async (ctx) => {
    const before = await queries.lockForm(ctx, formId);
    if (!before) throw notFound();
    if (isPublished || name !== undefined) await refuseEditBeyondPlan(ctx, before);
    const wasShown = isShown(before);
    let form = (await queries.updateForm(ctx, formId, { name, is_active: isActive }))!;
    if (isPublished) {
      const definition = FormDefinition.parse({ ...(before.draft as object), ...sent });
      refuseUnfinished(definition);
      form = await publish(ctx, await keepDraft(ctx, formId, { definition }));
    } else if (isShown(form) !== wasShown) {
      await queries.announceForm(ctx, form, null);
    }
    // Also when it was published in the same call, which finds it switched on already.
    if (isShown(form) && !wasShown) await refuseBeyondPlan(ctx);
    return form;
  });
}

type Looked = { formId: string; draftVersion: number };

export async function publishForm(forms: Parts, ctx: Context, { formId, draftVersion }: Looked) {
  const looked = await requireForm(ctx, formId);
  const { settings } = FormDefinition.parse(looked.draft);
  await refuseWithoutSender(forms, ctx, {
    clientId: looked.client_id,
    settings,
    before: await publishedSettings(ctx, looked),
  });
  return inTransaction(ctx, async (ctx) => {
    const form = await queries.lockForm(ctx, formId);
    if (!form) throw notFound();
    await refuseEditBeyondPlan(ctx, form);
    await refuseOther(ctx, form, draftVersion);
    refuseUnfinished(FormDefinition.parse(form.draft));
    return form.has_changes ? publish(ctx, form) : form;
  });
}

async function publishedSettings(
  ctx: Context,
  { id, published_version: version }: queries.FormRow,
): Promise<FormSettings | undefined> {
  const published = version === null ? undefined : await findVersion(ctx, id, version);
  return published && FormDefinition.parse(published.definition).settings;
}

/** The draft as it is becomes the next version, which never changes. The caller has checked it and holds the form. */
async function publish(ctx: Context, form: queries.FormRow): Promise<queries.FormRow> {
  const version = (form.published_version ?? 0) + 1;
  const definition = FormDefinition.parse(form.draft);
  await insertVersion(ctx, form, { version, definition });
  const published = await queries.setPublished(ctx, form.id, version);
  await queries.announceForm(ctx, published, forStrangers(definition));
  if (isShown(published) && !isShown(form)) await refuseBeyondPlan(ctx);
  return published;
}

/** Who of the team is told and what is written to people afterwards; strangers see what these start with. */
const ownSettings = { doubleOptIn: true, notify: true, answerEmail: true } as const;

/** Without what is the organization's own: which tags people get, what of a contact an answer fills, and emails. */
const forStrangers = (definition: FormDefinition): FormDefinition => ({
  ...definition,
  settings: { ...definition.settings, ...FormSettings.pick(ownSettings).parse({}) },
  tagIds: [],
  fields: definition.fields.map((field) => ({ ...field, tagIds: [], fills: 'none' })),
});

function refuseUnfinished(definition: FormDefinition): void {
  refuseBadAnswer(definition.settings);
  const problems = problemsOf(definition);
  const [first] = problems;
  if (!first) return;
  const fields = Object.fromEntries(problems.toReversed().map(({ fieldId, message }) => [fieldId ?? 'form', message]));
  throw new Problem('invalid_input', first.message, { fields });
}

/** Gone for everybody at once. What people sent goes in batches. */
export async function deleteForm(parts: RunningParts, ctx: Context, formId: string): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    if (!(await queries.lockForm(ctx, formId))) throw notFound();
    await refuseWhileRunning(parts, ctx, { kind: 'forms', id: formId });
    await switchOffCodes(ctx, formId);
    await queries.deleteForm(ctx, formId);
    await startRowDeletion(ctx);
  });
}
