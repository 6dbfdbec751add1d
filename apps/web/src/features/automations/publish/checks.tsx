import type { AutomationProblem } from '@waggle/contracts/automations';
import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { useEditor } from '../editor/editor-context.ts';
import { triggersId } from '../editor/state/editor-store.ts';
import { useProblemWords } from '../words/use-problem-words.ts';

type ChecksProps = { problems: readonly AutomationProblem[]; onShow: () => void };

/** What was found; each leads to its step. */
export function Checks({ problems, onShow }: ChecksProps) {
  const { t } = useTranslation('automation-editor');
  const { number } = useFormat();
  const { commands, numbers } = useEditor();
  const wordsOf = useProblemWords();
  const show = (stepId: string | null) => {
    onShow();
    commands.select(stepId ?? triggersId, true);
  };
  return (
    <section aria-label={t('publish.checks')} className="flex flex-col gap-2">
      <h3 className="text-xs font-medium text-muted">{t('publish.checks')}</h3>
      {problems.length === 0 ? (
        <ul className="flex flex-wrap gap-x-5 gap-y-1.5 text-sm text-ink">
          {(['pathsEnd', 'emailsReady', 'noLoops'] as const).map((check) => (
            <li key={check} className="flex items-center gap-1.5">
              <CircleCheck aria-hidden className="size-4 text-success-text" />
              {t(`publish.passed.${check}`)}
            </li>
          ))}
        </ul>
      ) : (
        <ul className="flex flex-col gap-1">
          {problems.map(({ code, stepId, isBlocking }) => {
            const Icon = isBlocking ? CircleAlert : TriangleAlert;
            return (
              <li key={`${code} ${stepId}`}>
                <button
                  type="button"
                  onClick={() => show(stepId)}
                  className="flex items-start gap-2 text-left text-sm text-ink underline-offset-2 hover:underline coarse:min-h-(--target-touch)"
                >
                  <Icon
                    aria-hidden
                    className={isBlocking ? 'mt-0.5 size-4 text-danger-text' : 'mt-0.5 size-4 text-warning-text'}
                  />
                  <span>
                    {stepId && `${t('stepNumber', { number: number(numbers.get(stepId) ?? 0) })}: `}
                    {wordsOf({ code })}
                  </span>
                </button>
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}
