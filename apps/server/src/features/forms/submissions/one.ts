import type { SubmissionInFull } from '@waggle/contracts/form-submissions';
import { FormDefinition, type FormField } from '@waggle/contracts/form-definition';
import { filledBy, leadOf } from '@waggle/forms/lead';
import { fieldsInOrder } from '@waggle/forms/pages';
import type { Answers } from '@waggle/forms/visible';
import { findContact, keepKnownAttributes } from '#features/contacts/index.ts';
import { findCodeNames } from '#features/links/index.ts';
import type { Context } from '#platform/context.ts';
import { notFound } from '#platform/problem.ts';
import { requireForm } from '../drafts.ts';
import { findVersion } from '../versions/queries.ts';
import { findSubmission } from './list-queries.ts';
import { label, present } from './submissions.ts';

type Contact = NonNullable<Awaited<ReturnType<typeof findContact>>>;

export async function readSubmission(
  ctx: Context,
  { formId, submissionId }: { formId: string; submissionId: string },
): Promise<SubmissionInFull> {
  await requireForm(ctx, formId);
  const row = await findSubmission(ctx, formId, submissionId);
  if (!row) throw notFound();
  const submission = present(row);
  const version = await findVersion(ctx, formId, row.version);
  const definition = FormDefinition.parse(version?.definition ?? { fields: [], settings: {} });
  const fields = fieldsInOrder(definition);
  const answers: Answers = new Map(Object.entries(submission.data));
  const answered = fields.filter(({ id }) => answers.has(id));
  const code = submission.touch?.kind === 'scan' ? submission.touch.subjectId : null;
  const contact = row.contact_id === null ? undefined : await findContact(ctx, row.contact_id);
  return {
    ...submission,
    answers: answered.map((field) => ({ ...label(field), value: answers.get(field.id) ?? '' })),
    consents: answered.filter(({ type }) => type === 'consent').map(consentText),
    contact: contact ? { id: contact.id, name: nameOf(contact), email: contact.email } : null,
    codeName: code === null ? null : ((await findCodeNames(ctx, [code])).get(code) ?? null),
    differences: contact ? await differences(ctx, definition, { answered, answers, contact }) : [],
  };
}

const consentText = ({ label: text, help }: FormField): string => [text, help].filter(Boolean).join('\n');

const nameOf = ({ first_name, last_name }: Contact): string => [first_name, last_name].filter(Boolean).join(' ');

type Compared = { answered: readonly FormField[]; answers: Answers; contact: Contact };

/** Where the contact says something else, by the field that asked for it. What fits no field of the contact was never compared. */
async function differences(ctx: Context, definition: FormDefinition, { answered, answers, contact }: Compared) {
  const { attributes: told, ...sent } = leadOf(definition, answers);
  const custom = (await keepKnownAttributes(ctx))(told);
  const known: Record<string, unknown> = {
    email: contact.email,
    firstName: contact.first_name,
    lastName: contact.last_name,
    phone: contact.phone,
    company: contact.company,
    ...asCustom(contact.attributes as object),
  };
  const said: Record<string, unknown> = { ...sent, ...asCustom(custom) };
  return answered.flatMap((field) => {
    const part = filledBy(field) ?? '';
    const [before, now] = [textOf(known[part]), textOf(said[part])];
    return now === '' || before === '' || same(before, now) ? [] : [{ label: field.label, sent: now, known: before }];
  });
}

const asCustom = (attributes: object) =>
  Object.fromEntries(Object.entries(attributes).map(([key, value]) => [`custom.${key}`, value]));
/** Values of contacts are texts, numbers and yes or no. */
const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value).trim() : '';
/** Capitals of an address and the signs of a number tell no other person. */
const same = (one: string, other: string): boolean =>
  one.toLowerCase() === other.toLowerCase() || (/^\+?[\d\s()./-]{5,}$/.test(other) && digits(one) === digits(other));
const digits = (text: string): string => text.replaceAll(/\D/g, '');
