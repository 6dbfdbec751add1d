import { type EmailTemplateSummary, templateCategories } from '@waggle/contracts/email-templates';

/** Part of the gallery: everything, one category, or the own ones. */
export type Shelf = { kind: 'all' } | { kind: 'own' } | { kind: 'category'; category: string };

export const isOwn = ({ scope }: Pick<EmailTemplateSummary, 'scope'>): boolean => scope !== 'built-in';

const isOn = (template: EmailTemplateSummary, shelf: Shelf): boolean => {
  if (shelf.kind === 'own') return isOwn(template);
  return shelf.kind === 'all' || template.category === shelf.category;
};

const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

export function shelved(items: readonly EmailTemplateSummary[], shelf: Shelf, search: string): EmailTemplateSummary[] {
  const wanted = plain(search.trim());
  return items.filter(
    (template) =>
      isOn(template, shelf) &&
      plain(`${template.name} ${template.description} ${template.subject} ${template.category}`).includes(wanted),
  );
}

/** Categories in use with how many each has: those of the product in their order, then others by name. */
export function categoriesOf(items: readonly EmailTemplateSummary[]): { category: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { category } of items) counts.set(category, (counts.get(category) ?? 0) + 1);
  const known: readonly string[] = templateCategories;
  const others = [...counts.keys()].filter((category) => !known.includes(category)).toSorted();
  return [...known, ...others].flatMap((category) => {
    const count = counts.get(category);
    return count === undefined ? [] : [{ category, count }];
  });
}
