import { useTranslation } from 'react-i18next';
import type { TemplateWords } from './make-draft.ts';
import type { TemplateId } from './templates.ts';

/** Options stand in one text, one per line: their number is part of the template. */
export function useTemplateWords(): (id: TemplateId) => TemplateWords {
  const { t, i18n } = useTranslation('form-builder');
  const text = (key: string): string =>
    (i18n.getResource(i18n.language, 'form-builder', key) as string | undefined) ?? '';
  return (id) => ({
    name: t(`templates.${id}.name`),
    title: t(`templates.${id}.title`),
    description: t(`templates.${id}.description`),
    submitText: t(`templates.${id}.submit`),
    thankYouMessage: t(`templates.${id}.thankYou`),
    pages: text(`templates.${id}.pages`).split('\n'),
    field: (key, options) => {
      const own = (part: string) =>
        text(`templates.${id}.fields.${key}.${part}`) || text(`templates.shared.${key}.${part}`);
      return {
        label: own('label'),
        placeholder: own('placeholder'),
        options: own('options').split('\n').slice(0, options),
      };
    },
  });
}
