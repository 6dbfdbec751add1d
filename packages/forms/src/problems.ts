import type { FormDefinition, FormField } from '@waggle/contracts/form-definition';
import { fieldsInOrder, pagesOf } from './pages.ts';

/** What keeps a form from being published, and where; sentences are keys of their translations. */
export type FormProblem = { fieldId: string | null; message: string };

const hasOptions = ({ type }: FormField) => type === 'select' || type === 'radio';

/** Characters of all that one email asks to confirm: the proof keeps the words whole. */
const longestConsent = 2_000;
/** As the email says it, with two line breaks between two sentences. */
const agreedTo = (fields: readonly FormField[]): number =>
  fields
    .filter(({ type }) => type === 'consent')
    .map(({ label, help }) => [label, help].filter(Boolean).join('\n'))
    .join('\n\n').length;

export function problemsOf(definition: FormDefinition): FormProblem[] {
  const { fields, pages, settings } = definition;
  const problems: FormProblem[] = [];
  const say = (message: string, fieldId: string | null = null) => problems.push({ fieldId, message });

  if (settings.title === '') say('Form title is required');
  if (fields.every(({ type }) => type === 'hidden')) say('Please add at least one field to your form.');
  if (new Set(fields.map(({ id }) => id)).size < fields.length) say('Two fields have the same id');
  if (new Set(pages.map(({ id }) => id)).size < pages.length) say('Two pages have the same id');

  if (settings.doubleOptIn && agreedTo(fields) > longestConsent)
    say('What people agree to can have up to 2,000 characters');

  // People would come to a step with nothing but a button.
  const onPages = pagesOf(definition);
  if (onPages.length > 1 && onPages.some((page) => page.fields.every(({ type }) => type === 'hidden')))
    say('Every page needs at least one field');

  const before = new Set<string>();
  for (const field of fieldsInOrder(definition)) {
    for (const message of problemsOfField(field, before)) say(message, field.id);
    before.add(field.id);
  }
  return problems;
}

function problemsOfField(field: FormField, before: ReadonlySet<string>): string[] {
  const { label, options, type, parameter, value, visibleWhen } = field;
  const found: string[] = [];
  if (label === '') found.push('Label is required');
  if (hasOptions(field) && (options.length === 0 || options.includes(''))) found.push('Every option needs a text');
  if (hasOptions(field) && new Set(options).size < options.length) found.push('Use each choice only once');
  if (type === 'hidden' && parameter === '' && value === '') found.push('A hidden field needs a parameter or a value');
  // A condition on a later field could never be met while people fill the form from top to bottom.
  if (visibleWhen?.conditions.some(({ fieldId }) => !before.has(fieldId)))
    found.push('A condition can only look at fields before this one');
  return found;
}
