import { locales, type Locale } from '@waggle/contracts/fields';
import type { FormDefinition } from '@waggle/contracts/form-definition';
import type { Answers } from '@waggle/forms/visible';
import { askForConfirmation, proveAsked, recordShownConsents } from '#features/contacts/index.ts';
import type { Context } from '#platform/context.ts';
import type { Signals } from '#platform/inbox/event.ts';
import { answerPerson } from '../emails/answer.ts';
import { mayWriteTo } from '../emails/limits.ts';
import { insertEmail } from '../emails/queries.ts';
import { emailWords } from '../emails/words.ts';
import type { Forms } from '../parts.ts';

type Answered = { definition: FormDefinition; answers: Answers };
type Agreeing = Answered & {
  /** Of the submission. */
  id: string;
  at: Date;
  form: { id: string; client_id: string | null };
  contact: { id: string; email: string };
  version: number;
  signals: Pick<Signals, 'address' | 'language'>;
  isQuiet: boolean;
};

/** Sentences that were ticked, each with its small print. */
const ticked = ({ definition, answers }: Answered): string[] =>
  definition.fields
    .filter(({ id, type }) => type === 'consent' && answers.has(id))
    .map(({ label, help }) => [label, help].filter(Boolean).join('\n'));

/** A form with boxes to tick asks who ticked one; a form without any asks everybody. */
export const asksToConfirm = (sent: Answered): boolean =>
  sent.definition.settings.doubleOptIn &&
  (ticked(sent).length > 0 || !sent.definition.fields.some(({ type }) => type === 'consent'));

const shownIn = ({ form, version, signals }: Agreeing, text: string) => ({
  text,
  sourceId: form.id,
  version,
  address: signals.address,
});

/** Keeps what people agreed to by sending a form, and asks for a confirmation where the form wants one. */
export async function recordAgreements(
  forms: Pick<Forms, 'limits'>,
  ctx: Context,
  all: readonly Agreeing[],
): Promise<void> {
  const answered: Agreeing[] = [];
  for (const sent of all) if (!asksToConfirm(sent) || !(await ask(forms, ctx, sent))) answered.push(sent);
  await recordShownConsents(
    ctx,
    answered.flatMap((sent) => ticked(sent).map((text) => ({ contactId: sent.contact.id, ...shownIn(sent, text) }))),
  );
  for (const sent of answered)
    if (!sent.isQuiet && isExpected(ctx, sent))
      await answerPerson(forms, ctx, { ...sent, locale: localeIn(sent.signals.language) });
}

/** Days after which nobody expects an answer: contacts of a full plan, and what looked like spam, may come months later. */
const answeredDays = 3;
const isExpected = (ctx: Context, { at }: Agreeing): boolean =>
  ctx.now().getTime() - at.getTime() < answeredDays * 86_400_000;

/** False for who has confirmed before: they are asked no more. */
async function ask({ limits }: Pick<Forms, 'limits'>, ctx: Context, sent: Agreeing): Promise<boolean> {
  const { form, contact, version, id: submissionId, signals } = sent;
  const asking = await askForConfirmation(ctx, contact.id);
  if (asking === 'confirmed') return false;
  if (asking === 'stopped') return true;
  const to = { email: contact.email, formId: form.id, isConfirmed: false };
  if (sent.isQuiet || !(await mayWriteTo(ctx, limits, to))) return true;
  const locale = localeIn(signals.language);
  const consentText = ticked(sent).join('\n\n') || emailWords[locale].subject;
  const about = { clientId: form.client_id, formId: form.id, submissionId, version, locale };
  const { id: contactId, email } = contact;
  await insertEmail(ctx, { ...about, contactId, email, kind: 'confirmation', consentText });
  await proveAsked(ctx, contactId, shownIn(sent, consentText));
  return true;
}

/** The first language of a browser that we speak. */
function localeIn(accepted: string | undefined): Locale {
  const asked = (accepted ?? '').split(',').map((one) => one.trim().slice(0, 2).toLowerCase());
  return asked.map((one) => locales.find((locale) => locale === one)).find(Boolean) ?? 'en';
}
