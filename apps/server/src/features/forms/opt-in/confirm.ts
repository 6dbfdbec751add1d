import type { Locale } from '@waggle/contracts/fields';
import { FormDefinition } from '@waggle/contracts/form-definition';
import { confirmConsent, ensureAddressKey, findContact } from '#features/contacts/index.ts';
import type { Context } from '#platform/context.ts';
import type { InboxEvent } from '#platform/inbox/event.ts';
import { answerPerson } from '../emails/answer.ts';
import { takeConfirmation } from '../emails/queries.ts';
import type { Forms } from '../parts.ts';
import { findVersion } from '../versions/queries.ts';

/** People confirmed by the link in their email. Each link acts once; an old one and one of an address that changed do nothing. */
export async function confirmSubscriptions(
  forms: Pick<Forms, 'limits'>,
  ctx: Context,
  events: readonly InboxEvent[],
): Promise<void> {
  await ensureAddressKey(ctx);
  for (const { happenedAt, signals } of events) {
    const taken = await takeConfirmation(ctx, signals.sendId ?? '', new Date(happenedAt));
    if (!taken) continue;
    const { formId, version, contactId, consentText, addressHash } = taken;
    const shown = { text: consentText, sourceId: formId, version, address: signals.address };
    if (await confirmConsent(ctx, { contactId, addressHash, shown })) await answer(forms, ctx, taken);
  }
}

/** A form answers once it knows that the address is theirs. One that was deleted meanwhile answers nobody. */
async function answer(
  forms: Pick<Forms, 'limits'>,
  ctx: Context,
  taken: NonNullable<Awaited<ReturnType<typeof takeConfirmation>>>,
): Promise<void> {
  const { formId, version, contactId, clientId, submissionId } = taken;
  const [row, contact] = await Promise.all([findVersion(ctx, formId, version), findContact(ctx, contactId)]);
  if (!row || !contact) return;
  await answerPerson(forms, ctx, {
    id: submissionId,
    contact: { id: contactId, email: contact.email },
    form: { id: formId, client_id: clientId },
    version,
    definition: FormDefinition.parse(row.definition),
    locale: taken.locale as Locale,
  });
}
