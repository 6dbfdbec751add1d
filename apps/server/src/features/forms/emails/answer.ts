import type { Locale } from '@waggle/contracts/fields';
import type { FormDefinition } from '@waggle/contracts/form-definition';
import { findContact } from '#features/contacts/index.ts';
import type { Context } from '#platform/context.ts';
import type { Forms } from '../parts.ts';
import { mayWriteTo } from './limits.ts';
import { insertEmail } from './queries.ts';

type Answered = {
  /** Of the submission. */
  id: string;
  contact: { id: string; email: string };
  form: { id: string; client_id: string | null };
  version: number;
  definition: FormDefinition;
  locale: Locale;
};

/** The email a form answers with. Who opted out, or has yet to confirm, gets none. */
export async function answerPerson(
  { limits }: Pick<Forms, 'limits'>,
  ctx: Context,
  { id: submissionId, contact: { id: contactId, email }, form, version, definition, locale }: Answered,
): Promise<void> {
  if (!definition.settings.answerEmail.isOn) return;
  const contact = await findContact(ctx, contactId);
  if (!contact || contact.email_consent === 'pending' || contact.email_consent === 'withdrawn') return;
  if (contact.status !== 'active' && contact.status !== 'lead') return;
  const isConfirmed = contact.email_consent === 'confirmed';
  if (!(await mayWriteTo(ctx, limits, { email, formId: form.id, isConfirmed }))) return;
  const base = { clientId: form.client_id, formId: form.id, submissionId, version, contactId, email, locale };
  await insertEmail(ctx, { ...base, kind: 'answer', consentText: null });
}
