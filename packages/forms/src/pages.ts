import type { FormDefinition, FormField } from '@waggle/contracts/form-definition';

export type Page = { id: string; title: string; fields: FormField[] };
type Parts = Pick<FormDefinition, 'fields' | 'pages'>;

/** Pages with their fields: each field once, those on no page at the end of the last. At least one page. */
export function pagesOf({ fields, pages }: Parts): Page[] {
  const waiting = new Map(fields.map((field) => [field.id, field]));
  const take = (id: string): FormField[] => {
    const field = waiting.get(id);
    waiting.delete(id);
    return field ? [field] : [];
  };
  const made = pages.map(({ id, title, fieldIds }) => ({ id, title, fields: fieldIds.flatMap(take) }));
  if (made.length === 0) made.push({ id: 'page_0', title: '', fields: [] });
  made.at(-1)!.fields.push(...waiting.values());
  return made;
}

/** In the order in which people meet them. */
export const fieldsInOrder = (parts: Parts): FormField[] => pagesOf(parts).flatMap(({ fields }) => fields);
