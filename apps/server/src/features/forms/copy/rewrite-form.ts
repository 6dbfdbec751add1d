import { FormDefinition, type FormField } from '@waggle/contracts/form-definition';

export type FormOfOther = {
  /** For each tag of the old client its copy. */
  tags: ReadonlyMap<string, string>;
  /** Keys of the fields the new client has. */
  fields: ReadonlySet<string>;
  /** A text of the old client in the words of the new one. */
  rename: (text: string) => string;
};

type Rewritten = { draft: FormDefinition; missing: ReadonlySet<'tag' | 'field'> };

/**
 * The same form for another client, in its name. What leads to the old client is left out: where people go afterwards, the
 * sites that may show it, and who of the team is told.
 */
export function rewriteForm(form: FormDefinition, known: FormOfOther): Rewritten {
  const missing = new Set<'tag' | 'field'>();
  const tagsFor = (tagIds: readonly string[]): string[] => {
    const kept = tagIds.flatMap((id) => known.tags.get(id.toLowerCase()) ?? []);
    if (kept.length < tagIds.length) missing.add('tag');
    return kept;
  };
  const fillsFor = (fills: string): string => {
    if (!fills.startsWith('custom.') || known.fields.has(fills.slice('custom.'.length))) return fills;
    missing.add('field');
    return 'none';
  };
  const bound = {
    ...form,
    tagIds: tagsFor(form.tagIds),
    fields: form.fields.map((field) => ({ ...field, tagIds: tagsFor(field.tagIds), fills: fillsFor(field.fills) })),
    settings: { ...form.settings, redirectUrl: '', notify: [] },
    allowedOrigins: [],
  };
  // A longer name may be more than a line holds; then the words stay as they are.
  return { draft: FormDefinition.safeParse(renamed(bound, known.rename)).data ?? bound, missing };
}

function renamed(form: FormDefinition, rename: FormOfOther['rename']): FormDefinition {
  const { title, description, thankYouMessage, answerEmail } = form.settings;
  const inField = (field: FormField): FormField => ({
    ...field,
    label: rename(field.label),
    placeholder: rename(field.placeholder),
    help: rename(field.help),
  });
  return {
    ...form,
    fields: form.fields.map(inField),
    pages: form.pages.map((page) => ({ ...page, title: rename(page.title) })),
    settings: {
      ...form.settings,
      title: rename(title),
      description: rename(description),
      thankYouMessage: rename(thankYouMessage),
      answerEmail: { ...answerEmail, subject: rename(answerEmail.subject), text: rename(answerEmail.text) },
    },
  };
}
