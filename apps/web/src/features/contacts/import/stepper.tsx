import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { cx } from '#ui/class-names.ts';
import { importSteps, type ImportStep } from './import-state.ts';

/** Where in the four steps the import is. On phones only the current one has its name beside the number. */
export function Stepper({ step, finished }: { step: ImportStep; finished: boolean }) {
  const { t } = useTranslation('contacts-import');
  const current = finished ? importSteps.length : importSteps.indexOf(step);
  return (
    <ol
      aria-label={t('steps.label')}
      className="sticky top-0 z-(--z-sticky) flex items-center gap-3 border-b border-line bg-raised px-5 pt-1 pb-4 text-sm"
    >
      {importSteps.map((one, at) => (
        <li
          key={one}
          aria-current={at === current ? 'step' : undefined}
          className="flex items-center gap-2 not-first:before:mr-1 not-first:before:h-px not-first:before:w-7 not-first:before:bg-line-strong max-sm:not-first:before:w-3"
        >
          <StepMark number={at + 1} state={at < current ? 'done' : at === current ? 'current' : 'ahead'} />
          <span
            className={cx(
              at === current ? 'font-semibold text-ink' : 'text-subtle max-sm:sr-only',
              'whitespace-nowrap',
            )}
          >
            {t(`steps.${one}`)}
            {at < current && <span className="sr-only">{`, ${t('steps.done')}`}</span>}
          </span>
        </li>
      ))}
    </ol>
  );
}

const markClass = {
  done: 'bg-success-soft text-success-text',
  current: 'bg-control-on text-on-control',
  ahead: 'bg-fill text-subtle',
};

function StepMark({ number, state }: { number: number; state: keyof typeof markClass }) {
  return (
    <span
      className={cx('grid size-5 shrink-0 place-items-center rounded-full text-2xs font-semibold', markClass[state])}
    >
      {state === 'done' ? <Check aria-hidden className="size-3.5" /> : number}
    </span>
  );
}
