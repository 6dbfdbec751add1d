import type { FormField } from '@waggle/contracts/form-definition';
import { checkFields } from '@waggle/forms/check-answers';
import type { PageData } from '@waggle/forms/page/data';
import { type Sent, typedIn } from '@waggle/forms/page/fill-in';
import { visibleOn } from '@waggle/forms/page/form-html';
import { type Page, pagesOf } from '@waggle/forms/pages';
import type { Answer } from '@waggle/forms/visible';

/** A form on screen: what it asks, and where it stands. */
export type Shown = { data: PageData; pages: readonly Page[]; main: HTMLElement };

export const createShown = (data: PageData): Shown => ({
  data,
  pages: pagesOf(data),
  main: document.querySelector('main')!,
});

/** Drawn anew with every page. */
export const formOf = ({ main }: Shown): HTMLFormElement => main.querySelector('form')!;

export const partOf = ({ main }: Shown, { id }: Pick<FormField, 'id'>): HTMLElement | null =>
  main.querySelector(`[data-field="${id}"]`);

/** What a browser would send; a box that is not ticked is not in it. */
export function readForm(shown: Shown, go = 'on'): Sent {
  const all = new FormData(formOf(shown));
  all.set('go', go);
  const textOf = (value: FormDataEntryValue | null) => (typeof value === 'string' ? value : null);
  return { has: (name) => all.has(name), get: (name) => textOf(all.get(name)) };
}

export function present(shown: Shown) {
  const sent = readForm(shown);
  return { sent, at: Number(sent.get('page')), typed: typedIn(shown.data, sent) };
}

/** The fields of one page that people see with what is typed now. */
export function seenOn({ pages }: Shown, at: number, typed: ReadonlyMap<string, string>): FormField[] {
  const before = new Map<string, Answer>();
  for (const { fields } of pages.slice(0, at))
    for (const [id, answer] of checkFields(fields, typed, before).answers) before.set(id, answer);
  return visibleOn(pages[at]!, { typed, before });
}
