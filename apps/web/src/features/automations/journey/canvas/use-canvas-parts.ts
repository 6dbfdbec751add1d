import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { useEditor } from '../../editor/editor-context.ts';
import { useProblemWords } from '../../words/use-problem-words.ts';
import { useResults } from '../use-results.ts';
import type { CanvasParts } from './canvas-context.ts';

export function useCanvasParts(): CanvasParts {
  const { t } = useTranslation('automation-editor');
  const { number } = useFormat();
  const { problems, readOnly } = useEditor();
  const wordsOf = useProblemWords();
  const resultOf = useResults();
  return {
    addBelow: readOnly ? null : t('addBelow'),
    hereNow: t('figures.hereNow'),
    number,
    wrongOf: (id) =>
      problems
        .filter(({ stepId }) => stepId === id)
        .map(wordsOf)
        .join(' '),
    resultOf,
  };
}
