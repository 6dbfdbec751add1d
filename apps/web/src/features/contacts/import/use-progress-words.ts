import type { Import } from '@waggle/contracts/imports';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { useCounted } from './counted.ts';
import { progressOf, rateOf, summaryOf } from './import-state.ts';

/** What moving work is called, and how it goes: figures so far and rows a second. */
export function useProgressWords(found: Import) {
  const { t } = useTranslation('contacts-import');
  const format = useFormat();
  const counted = useCounted();
  const { name, state, kind, counts } = found;
  const titles: Partial<Record<Import['state'], string>> = {
    checking: t('run.checking', { name }),
    undoing: t('run.undoing', { name }),
  };
  const rate = rateOf(found);
  const soFar = state === 'running' && counts && summaryOf(counts);
  const notes = [
    soFar &&
      t('run.soFar', {
        imported: format.number(soFar.imported),
        duplicates: format.number(soFar.duplicates),
        errors: format.number(soFar.errors),
      }),
    rate !== undefined && t('run.rate', { number: format.number(rate) }),
  ].filter(Boolean);
  const progress = progressOf(found);
  const done = format.number(progress.value);
  // While the end of the file is not known, only what is done is a fact.
  const known = state === 'undoing' || found.rows !== null;
  return {
    title: titles[state] ?? t(`${kind}.running`, { name }),
    note: notes.join(' · '),
    count: known
      ? t('dock.count', { done, total: format.number(progress.max) })
      : t('run.rows', counted(progress.value)),
    ...progress,
  };
}
