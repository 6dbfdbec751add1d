import type { FormField } from '@waggle/contracts/form-definition';
import { emptyDraft, type FormDraft, makeField, withPages } from '../state/form-draft.ts';
import { type TemplateField, type TemplateId, templates } from './templates.ts';

type FieldWords = { label: string; options: string[]; placeholder: string };
export type TemplateWords = {
  name: string;
  title: string;
  description: string;
  submitText: string;
  thankYouMessage: string;
  pages: string[];
  field: (key: string, options: number) => FieldWords;
};

/** A new form of a template, in the language of whoever makes it. */
export function draftOfTemplate(id: TemplateId, words: TemplateWords): FormDraft {
  const { fields: planned, pages } = templates[id];
  const { name, title, description, submitText, thankYouMessage } = words;
  let draft: FormDraft = {
    ...emptyDraft(),
    name,
    settings: { ...emptyDraft().settings, title, description, submitText, thankYouMessage },
  };
  const made = new Map<string, FormField>();
  for (const plan of planned) {
    const field = fieldOf(draft, plan, words, made);
    made.set(plan.key, field);
    draft = { ...draft, fields: [...draft.fields, field] };
  }
  if (pages === 1) return draft;
  return withPages(
    draft,
    Array.from({ length: pages }, (_, at) => ({
      id: `page_${Date.now() + at}`,
      title: words.pages[at] ?? '',
      fields: planned.filter(({ page = 1 }) => page === at + 1).map(({ key }) => made.get(key)!),
    })),
  );
}

function fieldOf(
  draft: FormDraft,
  plan: TemplateField,
  words: TemplateWords,
  made: ReadonlyMap<string, FormField>,
): FormField {
  const { label, options, placeholder } = words.field(plan.key, plan.options ?? 0);
  const asked = plan.when && made.get(plan.when.key);
  return {
    ...makeField(draft, { type: plan.type, label, options }),
    placeholder,
    required: plan.required ?? false,
    half: plan.half ?? false,
    fills: plan.fills ?? 'auto',
    visibleWhen:
      plan.when && asked
        ? {
            match: 'all',
            conditions: [{ fieldId: asked.id, op: 'is', value: asked.options[plan.when.option - 1] ?? '' }],
          }
        : null,
  };
}
