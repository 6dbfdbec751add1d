import type { Step } from '@waggle/contracts/automation-document';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { useEditor } from '../editor/editor-context.ts';

/** What came of a step, in a few letters; empty before anybody passed it. */
export function useResults(): (step: Step) => string {
  const { t } = useTranslation('automation-editor');
  const { number, percent } = useFormat();
  const { figuresOf } = useEditor();
  return (step) => {
    const figures = figuresOf(step.id);
    if (!figures?.arrived) return '';
    const { done, reached, ended, email } = figures;
    if (step.kind === 'goal') return t('results.reached', { count: reached, shown: number(reached) });
    if (step.kind === 'leave') return t('results.left', { count: ended, shown: number(ended) });
    if (step.kind === 'email')
      return email
        ? t('results.opened', { share: percent(email.opened / email.delivered) })
        : t('results.sent', { count: done, shown: number(done) });
    if (step.kind === 'if' || step.kind === 'wait-for')
      return done === 0
        ? ''
        : t(step.kind === 'if' ? 'results.yes' : 'results.happened', { share: percent(reached / done) });
    if (step.kind.startsWith('wait')) return '';
    return t('results.done', { count: done, shown: number(done) });
  };
}
