import { type FormField, formLimits } from '@waggle/contracts/form-definition';
import { pagesOf, type Page } from '@waggle/forms/pages';
import { type FormDraft, newId, type Place, placeOf, withPages } from './form-draft.ts';

/** Every edit gives back the same draft where there is nothing to do. */

const onPage = (pages: readonly Page[], at: number, how: (fields: FormField[]) => FormField[]): Page[] =>
  pages.map((page, index) => (index === at ? { ...page, fields: how(page.fields) } : page));

export function insertField(draft: FormDraft, field: FormField, { page, index }: Place): FormDraft {
  if (draft.fields.length >= formLimits.fields) return draft;
  return withPages(
    draft,
    onPage(pagesOf(draft), page, (fields) => fields.toSpliced(index, 0, field)),
  );
}

export function removeField(draft: FormDraft, fieldId: string): FormDraft {
  const pages = pagesOf(draft).map((page) => ({ ...page, fields: page.fields.filter(({ id }) => id !== fieldId) }));
  const left = withPages(draft, pages);
  // A condition on a field that is gone could never be met again.
  return { ...left, fields: left.fields.map((field) => withoutConditionOn(field, fieldId)) };
}

function withoutConditionOn(field: FormField, fieldId: string): FormField {
  const { visibleWhen } = field;
  if (!visibleWhen?.conditions.some((one) => one.fieldId === fieldId)) return field;
  const conditions = visibleWhen.conditions.filter((one) => one.fieldId !== fieldId);
  return { ...field, visibleWhen: conditions.length === 0 ? null : { ...visibleWhen, conditions } };
}

/** `index` counts the places as they are before the move. */
export function moveField(draft: FormDraft, fieldId: string, to: Place): FormDraft {
  const from = placeOf(draft, fieldId);
  const pages = pagesOf(draft);
  if (!from || !pages[to.page]) return draft;
  const isBehind = from.page === to.page && from.index < to.index;
  const index = Math.min(to.index - (isBehind ? 1 : 0), pages[to.page]!.fields.length);
  if (from.page === to.page && from.index === index) return draft;
  const field = pages[from.page]!.fields[from.index]!;
  const without = onPage(pages, from.page, (fields) => fields.toSpliced(from.index, 1));
  return withPages(
    draft,
    onPage(without, to.page, (fields) => fields.toSpliced(index, 0, field)),
  );
}

/** One place up or down; past the edge of its page it goes to the next one. */
export function stepField(draft: FormDraft, fieldId: string, by: 1 | -1): FormDraft {
  const from = placeOf(draft, fieldId);
  if (!from) return draft;
  const pages = pagesOf(draft);
  const index = from.index + by;
  if (index >= 0 && index < pages[from.page]!.fields.length)
    return moveField(draft, fieldId, { page: from.page, index: by === 1 ? index + 1 : index });
  const page = from.page + by;
  if (!pages[page]) return draft;
  return moveField(draft, fieldId, { page, index: by === 1 ? 0 : pages[page].fields.length });
}

export function duplicateField(draft: FormDraft, fieldId: string, copyId: string): FormDraft {
  const place = placeOf(draft, fieldId);
  const field = draft.fields.find(({ id }) => id === fieldId);
  if (!place || !field) return draft;
  return insertField(draft, { ...field, id: copyId }, { page: place.page, index: place.index + 1 });
}

export const changeField = (draft: FormDraft, fieldId: string, patch: Partial<FormField>): FormDraft => ({
  ...draft,
  fields: draft.fields.map((field) => (field.id === fieldId ? { ...field, ...patch } : field)),
});

/** After the given one. */
export function addPage(draft: FormDraft, after: number): FormDraft {
  const pages = namedPages(draft);
  if (pages.length >= formLimits.pages) return draft;
  const taken = pages.map(({ id }) => id);
  return withPages(draft, pages.toSpliced(after + 1, 0, { id: newId('page', taken), title: '', fields: [] }));
}

/** The only page of a form has no id of its own until there is a second. */
function namedPages(draft: FormDraft): Page[] {
  const pages = pagesOf(draft);
  return draft.pages.length > 0 ? pages : pages.map((page) => ({ ...page, id: newId('page', []) }));
}

export const renamePage = (draft: FormDraft, at: number, title: string): FormDraft =>
  withPages(
    draft,
    namedPages(draft).map((page, index) => (index === at ? { ...page, title } : page)),
  );

export function movePage(draft: FormDraft, at: number, by: 1 | -1): FormDraft {
  const pages = pagesOf(draft);
  const page = pages[at];
  if (!page || !pages[at + by]) return draft;
  return withPages(draft, pages.toSpliced(at, 1).toSpliced(at + by, 0, page));
}

/** Its fields go to the page before it, or to the one after the first. */
export function removePage(draft: FormDraft, at: number): FormDraft {
  const pages = pagesOf(draft);
  const page = pages[at];
  if (!page || pages.length === 1) return draft;
  const heir = at === 0 ? 1 : at - 1;
  const joined = onPage(pages, heir, (fields) =>
    at === 0 ? [...page.fields, ...fields] : [...fields, ...page.fields],
  );
  return withPages(draft, joined.toSpliced(at, 1));
}
