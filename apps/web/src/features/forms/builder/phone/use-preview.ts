import type { FormDefinition, FormField } from '@waggle/contracts/form-definition';
import { checkFields } from '@waggle/forms/check-answers';
import { formTexts, type Language } from '@waggle/forms/page/texts';
import { type Page, pagesOf } from '@waggle/forms/pages';
import { type Answer, isVisible } from '@waggle/forms/visible';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

/** A draft as somebody fills it in, by the rules and in the words of the public page. */
export function usePreview(draft: Pick<FormDefinition, 'fields' | 'pages'>) {
  const { i18n } = useTranslation();
  const { page: words, errors: sentences } = formTexts[i18n.language.slice(0, 2) as Language] ?? formTexts.en;
  const [at, setAt] = useState(0);
  const [typed, setTyped] = useState<ReadonlyMap<string, string>>(new Map());
  const [isChecked, setIsChecked] = useState(false);
  const pages = pagesOf(draft);
  const page = pages[Math.min(at, pages.length - 1)]!;
  const before = answersOf(pages.slice(0, at), typed);
  const { answers, errors } = checkFields(page.fields, typed, before);
  const known = new Map([...before, ...answers]);

  function go(next: number): void {
    setAt(next);
    setIsChecked(false);
  }
  return {
    at,
    page,
    words,
    go,
    count: pages.length,
    isSent: at >= pages.length,
    shown: page.fields.filter((field) => field.type !== 'hidden' && isVisible(field, known)),
    next: () => (errors.size > 0 ? setIsChecked(true) : go(at + 1)),
    valueOf: ({ id }: FormField) => typed.get(id) ?? '',
    errorOf({ id, label }: FormField): string | undefined {
      const error = isChecked ? errors.get(id) : undefined;
      return error && sentences[error](label);
    },
    type: ({ id }: FormField, value: string) => setTyped(new Map(typed).set(id, value)),
  };
}
export type Preview = ReturnType<typeof usePreview>;

function answersOf(pages: readonly Page[], typed: ReadonlyMap<string, string>): Map<string, Answer> {
  const known = new Map<string, Answer>();
  for (const { fields } of pages)
    for (const [id, answer] of checkFields(fields, typed, known).answers) known.set(id, answer);
  return known;
}
