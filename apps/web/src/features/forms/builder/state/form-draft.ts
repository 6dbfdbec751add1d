import { FormDefinition, type FormField, type FormFieldType } from '@waggle/contracts/form-definition';
import type { Form } from '@waggle/contracts/forms';
import { pagesOf, type Page } from '@waggle/forms/pages';

/** What a person edits: the form itself and the name the team knows it by. */
export type FormDraft = FormDefinition & { name: string };

export const emptyDraft = (): FormDraft => ({ name: '', ...FormDefinition.parse({ fields: [], settings: {} }) });

export const draftOf = ({ name, draft }: Pick<Form, 'name' | 'draft'>): FormDraft => ({ name, ...draft });

export function definitionOf({ name: _name, ...definition }: FormDraft): FormDefinition {
  return definition;
}

/** As the server would keep it; null where it would refuse it. */
export const readable = (draft: FormDraft): FormDefinition | null =>
  FormDefinition.safeParse(definitionOf(draft)).data ?? null;

/** Pages as they are written down again: none where one without a title holds everything. */
export function withPages(draft: FormDraft, pages: readonly Page[]): FormDraft {
  const isPlain = pages.length === 1 && pages[0]!.title === '';
  return {
    ...draft,
    fields: pages.flatMap(({ fields }) => fields),
    pages: isPlain ? [] : pages.map(({ id, title, fields }) => ({ id, title, fieldIds: fields.map((one) => one.id) })),
  };
}

export type Place = { page: number; index: number };

export function placeOf(draft: FormDraft, fieldId: string): Place | undefined {
  for (const [page, { fields }] of pagesOf(draft).entries()) {
    const index = fields.findIndex(({ id }) => id === fieldId);
    if (index !== -1) return { page, index };
  }
  return undefined;
}

export const hasOptions = ({ type }: Pick<FormField, 'type'>): boolean => type === 'select' || type === 'radio';

/** The time it is made, and one more as long as that is taken: two fields of the same millisecond stay two. */
export function newId(prefix: 'field' | 'page', taken: readonly string[], now = Date.now()) {
  let stamp = now;
  while (taken.includes(`${prefix}_${stamp}`)) stamp += 1;
  return `${prefix}_${stamp}`;
}

type NewField = { type: FormFieldType; label: string; options: readonly string[] };

export function makeField(draft: FormDraft, { type, label, options }: NewField): FormField {
  const id = newId(
    'field',
    draft.fields.map((field) => field.id),
  );
  return {
    id,
    type,
    label,
    placeholder: '',
    help: '',
    required: false,
    options: hasOptions({ type }) ? [...options] : [],
    fills: 'auto',
    half: false,
    visibleWhen: null,
    tagIds: [],
    parameter: '',
    value: '',
  };
}
