import { Check, ChevronDown, ChevronUp, Clock } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { Card } from './card.tsx';
import { cx } from './class-names.ts';
import { IconButton } from './icon-button.tsx';
import { Progress } from './progress.tsx';
import { useUiText } from './ui-text.tsx';

export type Step = {
  id: string;
  title: string;
  description?: ReactNode;
  done?: boolean | undefined;
  /** What to do next; one of them. */
  current?: boolean | undefined;
  /** About how long it takes. */
  time?: string | undefined;
  /** Button or link; hidden once the step is done. */
  action?: ReactNode;
};

type ListStepsProps = {
  title: ReactNode;
  description?: ReactNode;
  steps: readonly Step[];
  /** Beside the bar, e.g. "1 of 4 done". */
  progress: string;
  /** With it the list can be folded. */
  fold?: { label: string; collapsed: boolean; onToggle: () => void } | undefined;
  /** At the right end of the head. */
  menu?: ReactNode;
  className?: string | undefined;
};

/** The start list of a new account. */
export function ListSteps({ title, description, steps, progress, fold, menu, className }: ListStepsProps) {
  const done = steps.filter((step) => step.done).length;
  const listId = useId();
  const collapsed = fold?.collapsed ?? false;
  return (
    <Card flush className={className}>
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4.5 py-4">
        <div className="min-w-0 flex-1 basis-56">
          <h2 className="text-md font-semibold text-ink">{title}</h2>
          {description && <p className="text-sm text-muted">{description}</p>}
        </div>
        <div className="flex items-center gap-3 max-sm:w-full">
          <span className="text-xs whitespace-nowrap text-muted">{progress}</span>
          <Progress value={done} max={steps.length} label={progress} className="w-24 max-sm:flex-1" />
          {fold && (
            <IconButton
              label={fold.label}
              icon={collapsed ? ChevronDown : ChevronUp}
              variant="ghost"
              size="sm"
              aria-expanded={!collapsed}
              aria-controls={listId}
              onClick={fold.onToggle}
            />
          )}
          {menu}
        </div>
      </header>
      <ol id={listId} hidden={collapsed} className="border-t border-line">
        {steps.map((step, index) => (
          <StepRow key={step.id} step={step} position={index + 1} />
        ))}
      </ol>
    </Card>
  );
}

function StepRow({ step, position }: { step: Step; position: number }) {
  if (step.done) return <DoneRow title={step.title} />;
  return (
    <li
      aria-current={step.current ? 'step' : undefined}
      className="flex items-center gap-3.5 border-t border-line px-4.5 py-4 first:border-t-0 max-sm:flex-wrap"
    >
      <span className={cx(markClass, step.current ? 'bg-control-on text-on-control' : 'bg-fill text-muted')}>
        {position}
      </span>
      <div className="min-w-0 flex-1">
        <p className="text-sm font-semibold text-ink">{step.title}</p>
        {step.description && <p className="text-sm text-muted">{step.description}</p>}
      </div>
      {step.time && (
        <span className="flex w-28 items-center gap-1.5 text-xs text-subtle max-sm:hidden">
          <Clock aria-hidden className="size-3.5" />
          {step.time}
        </span>
      )}
      {step.action && (
        <div className="flex min-w-24 justify-end max-sm:w-full max-sm:justify-start max-sm:pl-10">{step.action}</div>
      )}
    </li>
  );
}

const markClass = 'grid size-6.5 shrink-0 place-items-center rounded-full text-xs font-semibold';

/** What is done makes room. */
function DoneRow({ title }: { title: string }) {
  const text = useUiText();
  return (
    <li className="flex items-center gap-3.5 border-t border-line px-4.5 py-2.5 first:border-t-0">
      <span className={cx(markClass, 'bg-success-soft text-success-text')}>
        <Check aria-label={text.stepDone} className="size-3.5" />
      </span>
      <p className="min-w-0 flex-1 text-sm text-subtle">{title}</p>
    </li>
  );
}
