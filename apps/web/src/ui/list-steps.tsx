import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { Card } from './card.tsx';
import { cx } from './class-names.ts';
import { useUiText } from './ui-text.tsx';

export type Step = {
  id: string;
  title: string;
  description?: ReactNode;
  done?: boolean | undefined;
  /** Button or link; hidden once the step is done. */
  action?: ReactNode;
};

type ListStepsProps = {
  title: ReactNode;
  description?: ReactNode;
  steps: readonly Step[];
  className?: string | undefined;
};

/** The start list of a new account. */
export function ListSteps({ title, description, steps, className }: ListStepsProps) {
  const text = useUiText();
  const done = steps.filter((step) => step.done).length;
  return (
    <Card
      title={title}
      description={description}
      aside={`${text.number(done)} / ${text.number(steps.length)}`}
      flush
      className={className}
    >
      <ol>
        {steps.map((step, index) => (
          <StepRow key={step.id} step={step} position={index + 1} />
        ))}
      </ol>
    </Card>
  );
}

function StepRow({ step, position }: { step: Step; position: number }) {
  const text = useUiText();
  return (
    <li className="flex items-center gap-3.5 border-t border-line px-4.5 py-3.5 first:border-t-0 max-sm:flex-wrap">
      <span
        className={cx(
          'grid size-6.5 shrink-0 place-items-center rounded-full text-xs font-semibold',
          step.done ? 'bg-success-soft text-success-text' : 'bg-fill text-muted',
        )}
      >
        {step.done ? <Check aria-label={text.stepDone} className="size-3.5" /> : position}
      </span>
      <div className="min-w-0 flex-1">
        <p className={cx('text-sm font-semibold', step.done ? 'text-subtle' : 'text-ink')}>{step.title}</p>
        {step.description && <p className="text-xs text-subtle">{step.description}</p>}
      </div>
      {!step.done && step.action}
    </li>
  );
}
