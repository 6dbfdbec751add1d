import { Check, Clock } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from '#ui/class-names.ts';

export type StepState = 'done' | 'current' | 'waiting' | 'later';

type StepProps = {
  id: string;
  position: number;
  title: string;
  state: StepState;
  /** What is set up, or what the step is about. */
  summary: ReactNode;
  minutes: number;
  /** Edit, or whatever leads on. */
  action?: ReactNode;
  children?: ReactNode;
};

/** One line of the set-up; open, it holds its form. */
export function SetUpStep({ id, position, title, state, summary, minutes, action, children }: StepProps) {
  const { t } = useTranslation('set-up');
  return (
    <li
      id={`set-up-${id}`}
      aria-current={state === 'current' ? 'step' : undefined}
      className="flex gap-3.5 border-line px-4.5 py-4 not-first:border-t max-sm:gap-3 max-sm:px-3.5"
    >
      <StepMark position={position} state={state} />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
          <div className="min-w-0 flex-1 basis-56">
            <h3 className={cx('text-base font-semibold', state === 'later' ? 'text-muted' : 'text-ink')}>{title}</h3>
            <div className="text-sm wrap-anywhere text-muted">{summary}</div>
          </div>
          {state !== 'done' && !action && (
            <span className="flex items-center gap-1.5 text-xs text-subtle max-sm:hidden">
              <Clock aria-hidden className="size-3.5" />
              {t('minutes', { count: minutes })}
            </span>
          )}
          {action}
        </div>
        {/* A closed step has nothing in it, and then no room either. */}
        <div className="mt-3.5 empty:hidden">{children}</div>
      </div>
    </li>
  );
}

function StepMark({ position, state }: { position: number; state: StepState }) {
  const { t } = useTranslation('set-up');
  const look = {
    done: 'bg-success-soft text-success-text',
    current: 'bg-control-on text-on-control',
    waiting: 'bg-warning-soft text-warning-text',
    later: 'bg-fill text-muted',
  }[state];
  return (
    <span className={cx('mt-0.5 grid size-6.5 shrink-0 place-items-center rounded-full text-xs font-semibold', look)}>
      {state === 'done' ? <Check aria-label={t('done')} className="size-3.5" /> : position}
    </span>
  );
}
