import type { Step } from '@waggle/contracts/automation-document';
import type { Place } from '@waggle/automations/steps';
import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { cx } from '#ui/class-names.ts';
import { useEditor } from '../../editor/editor-context.ts';
import { stepIcons } from '../../words/step-icons.ts';
import { StepMark } from '../../words/step-mark.tsx';
import { useProblemWords } from '../../words/use-problem-words.ts';
import { useList } from './list-context.ts';
import { PhoneActions, StepBar } from './step-bar.tsx';
import { PhoneFigure, RowFigures } from './row-figures.tsx';
import { StepTitle } from './step-title.tsx';

type StepRowProps = { step: Step; place: Place; depth: number };

export function StepRow({ step, place, depth }: StepRowProps) {
  const { t } = useTranslation('automation-editor');
  const { number } = useFormat();
  const { state, commands, words, numbers, readOnly } = useEditor();
  const { onEdit, isWide } = useList();
  const isSelected = state.selected === step.id;
  const shown = number(numbers.get(step.id) ?? 0);
  return (
    <div
      style={{ '--depth': depth } as object}
      className={cx(
        'relative border-b border-line',
        isSelected ? 'z-1 rounded-lg ring-2 ring-ink ring-inset' : 'hover:bg-row-hover',
      )}
    >
      <div className="flex items-center pr-7 max-xl:pr-5 max-sm:pr-4">
        <button
          type="button"
          data-select={step.id}
          tabIndex={isSelected ? 0 : -1}
          aria-current={isSelected || undefined}
          onClick={() => commands.select(step.id)}
          onDoubleClick={onEdit}
          className="flex min-h-13 min-w-0 flex-1 items-center gap-3 py-1.5 pl-[calc(1.75rem+var(--depth)*1.75rem)] text-left focus-visible:-outline-offset-4 max-xl:pl-[calc(1.25rem+var(--depth)*1.75rem)] max-sm:pl-[calc(1rem+min(var(--depth),2)*1rem)]"
        >
          <span className="w-5 shrink-0 text-right text-xs text-subtle tabular-nums max-sm:sr-only">
            <span className="sr-only">{t('stepNumber', { number: shown })}</span>
            <span aria-hidden>{shown}</span>
          </span>
          <StepMark icon={stepIcons[step.kind]} tone={step.kind === 'goal' ? 'goal' : 'plain'} />
          <span className="min-w-0 flex-1">
            <span className="block text-xs text-muted">{words.kind(step.kind)}</span>
            <StepTitle
              step={step}
              title={words.title(step)}
              className="block truncate text-sm font-semibold text-ink"
            />
          </span>
          <RowProblem stepId={step.id} />
        </button>
        {isWide ? <RowFigures step={step} /> : <PhoneFigure step={step} />}
      </div>
      {isSelected && isWide && !readOnly && <StepBar step={step} place={place} />}
      {isSelected && !isWide && <PhoneActions step={step} place={place} />}
    </div>
  );
}

function RowProblem({ stepId }: { stepId: string }) {
  const { problems } = useEditor();
  const wordsOf = useProblemWords();
  const found = problems.filter((problem) => problem.stepId === stepId);
  if (found.length === 0) return null;
  const text = found.map(wordsOf).join(' ');
  return (
    <span title={text} className="shrink-0 text-warning-text">
      <TriangleAlert aria-hidden className="size-4" />
      <span className="sr-only">{text}</span>
    </span>
  );
}
