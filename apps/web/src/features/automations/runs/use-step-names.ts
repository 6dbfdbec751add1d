import { findStep } from '@waggle/automations/steps';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useEditor } from '../editor/editor-context.ts';

const none: readonly never[] = [];

export type StepName = (stepId: string | null) => string;

/** What a step is called: as it was published, else as the draft has it, else that it is gone. The draft first, where that is tried. */
export function useStepNames(of: 'live' | 'draft' = 'live'): StepName {
  const { t } = useTranslation('automation-runs');
  const { automation, document, words } = useEditor();
  const published = automation.published?.steps ?? none;
  const [first, second] = of === 'live' ? [published, document.steps] : [document.steps, published];
  return useCallback(
    (stepId) => {
      if (stepId === null) return '–';
      // Where the last step leads to is no step.
      if (stepId === '') return t('endOfJourney');
      const step = findStep(first, stepId) ?? findStep(second, stepId);
      return step ? `${words.kind(step.kind)}: ${words.title(step)}` : t('goneStep');
    },
    [t, first, second, words],
  );
}
