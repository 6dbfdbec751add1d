import type { Lane, Step } from '@waggle/contracts/automation-document';
import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { Button } from '#ui/button.tsx';
import { useEditor } from '../../editor/editor-context.ts';
import { AddStep } from '../add-step.tsx';
import { shareOfFirst } from '../share-of-first.ts';
import { StepRow } from './step-row.tsx';

type StepRowsProps = { steps: readonly Step[]; lane: string | null; depth: number };

/** Steps of one list, each with its lanes below it. */
export function StepRows({ steps, lane, depth }: StepRowsProps) {
  return steps.map((step, index) => (
    <li key={step.id}>
      <StepRow step={step} place={{ lane, index }} depth={depth} />
      {'lanes' in step && (
        <ul>
          {step.lanes.map((inner, at) => (
            <li key={inner.id}>
              <LaneHead step={step} lane={inner} at={at} depth={depth} />
              <ol>
                <StepRows steps={inner.steps} lane={inner.id} depth={depth + 1} />
              </ol>
            </li>
          ))}
        </ul>
      )}
    </li>
  ));
}

type LaneHeadProps = { step: Step & { lanes: Lane[] }; lane: Lane; at: number; depth: number };

function LaneHead({ step, lane, at, depth }: LaneHeadProps) {
  const { t } = useTranslation('automation-editor');
  const { percent } = useFormat();
  const { words, readOnly, figuresOf } = useEditor();
  const name = words.laneName(step, at);
  const share = shareOfFirst(step, at, figuresOf(step.id));
  return (
    <div
      style={{ '--depth': depth } as object}
      className="flex min-h-10 items-center gap-3 border-b border-line bg-sunken pr-7 pl-[calc(5.5rem+var(--depth)*1.75rem)] max-xl:pr-5 max-sm:pr-4 max-sm:pl-[calc(3.25rem+min(var(--depth),2)*1rem)]"
    >
      <span className="rounded-sm border border-line-strong bg-surface px-2 py-0.5 text-xs font-semibold text-ink">
        {name}
        {share !== undefined && <span className="ml-1.5 font-normal text-muted">{percent(share)}</span>}
      </span>
      {!readOnly && (
        <span className="ml-auto">
          <AddStep
            align="end"
            place={{ lane: lane.id, index: lane.steps.length }}
            trigger={
              <Button size="sm" variant="ghost" icon={Plus} aria-label={t('addStepTo', { lane: name })}>
                {t('addStep')}
              </Button>
            }
          />
        </span>
      )}
    </div>
  );
}
