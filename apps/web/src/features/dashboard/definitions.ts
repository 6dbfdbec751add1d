import { type FigureName, figures } from '@waggle/contracts/metrics';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type sentences from './locales/en/metrics.json';

export type Define = (...names: FigureName[]) => string;

/** What figures count, one after the other: a card has one and how it changed. Sentences are kept by their line of docs/metrics.md. */
export function useDefinitions(): Define {
  const { t } = useTranslation('metrics');
  return useCallback(
    (...names) => names.map((name) => t(figures[name].definition as keyof typeof sentences)).join(' '),
    [t],
  );
}
