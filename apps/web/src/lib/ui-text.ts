import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { englishUiText, type UiText } from '#ui/ui-text.tsx';
import { formatOf, type Format } from './format.ts';

type Words = { [Key in keyof UiText as UiText[Key] extends string ? Key : never]: string };

export function useTranslatedUiText(): UiText {
  const { t, i18n } = useTranslation('ui');
  return useMemo(
    () => (i18n.language === 'en' ? englishUiText : uiTextOf(t, formatOf(i18n.language))),
    [t, i18n.language],
  );
}

function uiTextOf(t: TFunction<'ui'>, { number, growth }: Format): UiText {
  const words = Object.entries(englishUiText).filter(([, own]) => typeof own === 'string');
  return {
    ...(Object.fromEntries(words.map(([key]) => [key, t(key as keyof Words)])) as Words),
    number,
    growth,
    typeToConfirm: (phrase) => t('typeToConfirm', { phrase }),
    typeToConfirmReason: (phrase) => t('typeToConfirmReason', { phrase }),
    selected: (count) => t('selected', { count, shown: number(count) }),
    selectAll: (total) => t('selectAll', { total: number(total) }),
    pageRange: (from, to, total) => t('pageRange', { from: number(from), to: number(to), total: number(total) }),
    perPage: (size) => t('perPage', { size: number(size) }),
    sortBy: (column) => t('sortBy', { column }),
    sortedBy: (column) => t('sortedBy', { column }),
    removeFilter: (field) => t('removeFilter', { field }),
    filterPart: (field, part, current) => t(`filterPart.${part}`, { field, current }),
  };
}
