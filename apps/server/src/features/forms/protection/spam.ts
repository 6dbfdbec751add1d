import { FormDefinition } from '@waggle/contracts/form-definition';
import { type FormSpam, mostSpamCounted } from '@waggle/contracts/forms';
import { checkAnswers } from '@waggle/forms/check-answers';
import { leadOf } from '@waggle/forms/lead';
import { ensureAddressKey } from '#features/contacts/index.ts';
import { type Context, inTransaction } from '#platform/context.ts';
import { lockInbox } from '#platform/inbox/drain-queries.ts';
import type { InboxEvent } from '#platform/inbox/event.ts';
import { notFound } from '#platform/problem.ts';
import { requireForm } from '../drafts.ts';
import { Submission } from '../submissions/inbox-kinds.ts';
import { lockForms } from '../submissions/queries.ts';
import type { Forms } from '../parts.ts';
import { keepSubmissions } from '../submissions/record.ts';
import { findVersion } from '../versions/queries.ts';
import { labelOf } from './label.ts';
import * as queries from './queries.ts';

const keptDays = 90;
/** Of one look; the next one takes the rest. */
const mostDeleted = 1_000;

/** Nothing comes of it but a row somebody may look at. */
export async function keepSpam(ctx: Context, events: readonly InboxEvent[]): Promise<void> {
  const forms = await lockForms(ctx, [...new Set(events.map(({ subjectId }) => subjectId))]);
  await ensureAddressKey(ctx);
  for (const { id, happenedAt, subjectId, signals } of events) {
    const form = forms.get(subjectId);
    const submission = Submission.parse(signals.submission);
    const found = form && (await findVersion(ctx, subjectId, submission.version));
    if (!form || !found) continue;
    const definition = FormDefinition.parse(found.definition);
    const { answers } = checkAnswers(definition, new Map(Object.entries(submission.answers)));
    await queries.insertSpam(ctx, {
      id,
      form_id: subjectId,
      client_id: form.client_id,
      version: submission.version,
      answers,
      email: leadOf(definition, answers).email ?? null,
      reasons: submission.spam,
      label: labelOf(signals, submission),
      way: submission.way,
      submitted_at: new Date(happenedAt),
    });
  }
  await queries.deleteOldSpam(ctx, [...forms.keys()], { days: keptDays, most: mostDeleted });
}

type Question = Parameters<typeof queries.findSpam>[2];

export async function listSpam(ctx: Context, { formId, ...question }: Question & { formId: string }) {
  await requireForm(ctx, formId);
  const { items, nextCursor } = await queries.findSpam(ctx, formId, question);
  return { items: items.map(present), nextCursor, total: await queries.countSpam(ctx, formId, mostSpamCounted) };
}

const present = (row: queries.SpamRow): FormSpam => ({
  id: row.id,
  createdAt: row.submitted_at.toISOString(),
  data: row.answers as FormSpam['data'],
  version: row.version,
  reasons: row.reasons as FormSpam['reasons'],
});

type Named = { formId: string; spamId: string };

/** It was none: becomes a submission with its contact, as if it had been sent now and meant. */
export const takeOverSpam = (forms: Pick<Forms, 'limits'>, ctx: Context, { formId, spamId }: Named): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    await lockInbox(ctx);
    await requireForm(ctx, formId);
    const spam = await queries.takeSpam(ctx, formId, spamId);
    if (!spam) throw notFound();
    const submission = {
      version: spam.version,
      answers: spam.answers as Submission['answers'],
      way: spam.way as Submission['way'],
    };
    // Whoever takes it over has read it: the team is not told.
    await keepSubmissions(forms, ctx, [
      {
        id: spam.id,
        organizationId: ctx.organizationId,
        clientId: spam.client_id,
        kind: 'form-submission',
        subjectId: formId,
        happenedAt: spam.submitted_at.getTime(),
        signals: { address: '', submission },
      },
    ]);
  });

export async function deleteSpam(ctx: Context, { formId, spamId }: Named): Promise<void> {
  await requireForm(ctx, formId);
  if (!(await queries.takeSpam(ctx, formId, spamId))) throw notFound();
}

export async function emptySpam(ctx: Context, formId: string): Promise<void> {
  await requireForm(ctx, formId);
  await queries.deleteAllSpam(ctx, formId);
}
