import { findStep } from '@waggle/automations/steps';
import type { BackTest, BackTestResult } from '@waggle/contracts/automation-trials';
import { Zap } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { cx } from '#ui/class-names.ts';
import { useEditor } from '../../editor/editor-context.ts';
import { iconOf, triggerIcons } from '../../words/step-icons.ts';
import { StepMark } from '../../words/step-mark.tsx';
import { useTriedDocument } from './use-tried-document.ts';

type StepsTableProps = { result: BackTestResult; of: BackTest['of'] };

const figure = 'w-20 px-2 text-right tabular-nums max-sm:w-14';

/** What lets people in, then every step: who arrived, what was sent, what had to wait, who left. */
export function StepsTable({ result, of }: StepsTableProps) {
  const { t } = useTranslation('automation-runs');
  const { words } = useEditor();
  const { steps } = useTriedDocument(of);
  return (
    <div className="shrink-0 overflow-x-auto rounded-xl border border-line-strong shadow-xs">
      <table className="w-full text-sm">
        <caption className="sr-only">{t('backTest.steps.caption')}</caption>
        <thead className="text-muted">
          <tr>
            <th scope="col" className="px-4.5 py-2.5 text-left font-medium">
              {t('backTest.steps.step')}
            </th>
            {(['arrived', 'sent', 'later', 'left'] as const).map((name) => (
              <th
                key={name}
                scope="col"
                className={cx(figure, 'font-medium last:pr-4.5', name === 'later' && 'max-sm:hidden')}
              >
                {t(`backTest.steps.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <EntryRow entered={result.entered} of={of} />
          {result.steps.map(({ stepId, kind, arrived, sent, later, left }) => {
            const step = findStep(steps, stepId);
            return (
              <Row
                key={stepId}
                mark={<StepMark icon={iconOf(kind)} tone={kind === 'goal' ? 'goal' : 'plain'} size={28} />}
                kind={step ? words.kind(step.kind) : ''}
                title={step ? words.title(step) : t('goneStep')}
                figures={{ arrived, sent, later, left }}
              />
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function EntryRow({ entered, of }: { entered: number; of: BackTest['of'] }) {
  const { words } = useEditor();
  const { triggers } = useTriedDocument(of);
  const [first] = triggers;
  return (
    <Row
      mark={<StepMark icon={first ? triggerIcons[first.kind] : Zap} tone="start" size={28} />}
      kind={[...new Set(triggers.map(({ kind }) => words.triggerKind(kind)))].join(', ')}
      title={triggers.map(words.subjectOf).filter(Boolean).join(', ')}
      figures={{ arrived: entered, sent: null, later: null, left: null }}
    />
  );
}

type RowProps = {
  mark: ReactNode;
  kind: string;
  title: string;
  figures: Record<'arrived' | 'sent' | 'later' | 'left', number | null>;
};

function Row({ mark, kind, title, figures: { arrived, sent, later, left } }: RowProps) {
  const { number } = useFormat();
  const shown = (value: number | null) => (value === null || value === 0 ? '–' : number(value));
  return (
    <tr className="border-t border-line">
      <th scope="row" className="max-w-0 px-4.5 py-2 text-left font-normal">
        <span className="flex min-w-0 items-center gap-2.5">
          {mark}
          <span className="min-w-0 truncate text-muted max-sm:whitespace-normal">
            {kind} <span className="font-semibold text-ink">{title}</span>
          </span>
        </span>
      </th>
      <td className={cx(figure, 'text-ink')}>{number(arrived ?? 0)}</td>
      <td className={cx(figure, 'font-semibold text-ink')}>{shown(sent)}</td>
      <td className={cx(figure, 'text-muted max-sm:hidden')}>{shown(later)}</td>
      <td className={cx(figure, 'pr-4.5 text-muted')}>{shown(left)}</td>
    </tr>
  );
}
