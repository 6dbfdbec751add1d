import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { Button } from '#ui/button.tsx';
import { Popover } from '#ui/popover.tsx';
import { useEditor } from '../editor/editor-context.ts';
import { triggersId } from '../editor/state/editor-store.ts';
import { useProblemWords } from '../words/use-problem-words.ts';

/** What keeps the draft from being published; each leads to its step. */
export function ProblemBar() {
  const { t } = useTranslation('automation-editor');
  const { number } = useFormat();
  const { problems, numbers, commands, readOnly } = useEditor();
  const wordsOf = useProblemWords();
  if (readOnly || problems.length === 0) return null;
  const label = t('problems.count', { count: problems.length, shown: number(problems.length) });
  return (
    <div className="border-b border-line px-7 py-1.5 max-xl:px-5 max-lg:px-4">
      <Popover
        label={label}
        className="max-w-96"
        trigger={
          <Button size="sm" variant="ghost" icon={TriangleAlert} className="text-warning-text!">
            {label}
          </Button>
        }
      >
        <ul className="flex flex-col gap-1">
          {problems.map(({ code, stepId }) => (
            <li key={`${code} ${stepId}`}>
              <button
                type="button"
                onClick={() => commands.select(stepId ?? triggersId, true)}
                className="w-full rounded-sm px-1.5 py-1 text-left text-sm text-ink hover:bg-fill coarse:min-h-(--target-touch)"
              >
                {stepId && (
                  <span className="text-muted">{t('stepNumber', { number: number(numbers.get(stepId) ?? 0) })} · </span>
                )}
                {wordsOf({ code })}
              </button>
            </li>
          ))}
        </ul>
      </Popover>
    </div>
  );
}
