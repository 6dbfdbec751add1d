import { findStep, forkOf, placeOf, type Place } from '@waggle/automations/steps';
import { sizes } from '@waggle/automations/layout';
import type { Step } from '@waggle/contracts/automation-document';
import { type NodeProps, Position } from '@xyflow/react';
import { Plus, TriangleAlert, Zap } from 'lucide-react';
import { memo, useState, type ComponentProps, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { cx } from '#ui/class-names.ts';
import { useEditor } from '../../editor/editor-context.ts';
import { triggersId } from '../../editor/state/editor-store.ts';
import { stepIcons, triggerIcons } from '../../words/step-icons.ts';
import { StepMark } from '../../words/step-mark.tsx';
import { AddStep } from '../add-step.tsx';
import { StepTitle } from '../list/step-title.tsx';
import { shareOfFirst } from '../share-of-first.ts';
import { useCanvas } from './canvas-context.ts';

/** Where lines end, should a node be measured again. The library's own `Handle` listens to its whole state, two hundred times. */
const ends = (
  <>
    <span className="react-flow__handle react-flow__handle-top target" data-handlepos={Position.Top} />
    <span className="react-flow__handle react-flow__handle-bottom source" data-handlepos={Position.Bottom} />
  </>
);

type NodeFrameProps = { lane: string | null; index: number; plus: string | null; children: ReactNode };

/** A node with its plus below it, so that the keyboard meets both in the order in which they are read. */
function NodeFrame({ lane, index, plus, children }: NodeFrameProps) {
  return (
    <div style={{ width: sizes.width }} className="relative">
      {ends}
      {children}
      {plus !== null && <AddBelow place={{ lane, index }} label={plus} />}
    </div>
  );
}

/** Its menu is made when somebody opens it: a hundred of them take longer than all the rest of the drawing. */
function AddBelow({ place, label }: { place: Place; label: string }) {
  const [isOpen, setOpen] = useState<boolean>();
  if (isOpen === undefined) return <CanvasPlus label={label} aria-haspopup="menu" onClick={() => setOpen(true)} />;
  return (
    <AddStep place={place} align="center" open={isOpen} onOpenChange={setOpen} trigger={<CanvasPlus label={label} />} />
  );
}

function CanvasPlus({ label, ...rest }: { label: string } & Omit<ComponentProps<'button'>, 'type'>) {
  return (
    <button
      {...rest}
      type="button"
      aria-label={label}
      className="nodrag nopan absolute top-full left-1/2 z-1 mt-2 grid size-6 -translate-x-1/2 place-items-center rounded-full border border-line-strong bg-surface text-muted shadow-xs hover:text-ink"
    >
      <Plus aria-hidden className="size-3.5" />
    </button>
  );
}

type CardProps = { id: string; isSelected: boolean; children: ReactNode };

/** What a press does is up to the drawing. */
function Card({ id, isSelected, children }: CardProps) {
  return (
    <button
      type="button"
      data-select={id}
      aria-current={isSelected || undefined}
      className={cx(
        'nodrag nopan flex min-h-16 w-full items-center gap-3 rounded-lg border bg-surface px-3.5 py-2 text-left shadow-xs',
        isSelected ? 'border-ink ring-1 ring-ink' : 'border-line-strong hover:bg-row-hover',
      )}
    >
      {children}
    </button>
  );
}

export function StartNode() {
  const { t } = useTranslation('automation-editor');
  const { number } = useFormat();
  const { document, state, words, figures } = useEditor();
  const { addBelow } = useCanvas();
  const [first] = document.triggers;
  return (
    <NodeFrame lane={null} index={0} plus={addBelow}>
      <Card id={triggersId} isSelected={state.selected === triggersId}>
        <StepMark icon={first ? triggerIcons[first.kind] : Zap} tone="start" size={36} />
        <span className="min-w-0 flex-1 text-sm">
          <span className="block truncate text-xs text-muted">
            {first && document.triggers.length === 1 ? words.triggerKind(first.kind) : t('triggers.when')}
          </span>
          {document.triggers.length === 0 && <span className="block font-semibold text-ink">{t('empty.trigger')}</span>}
          {document.triggers.map((trigger) => (
            <span key={JSON.stringify(trigger)} className="block truncate font-semibold text-ink">
              {words.subjectOf(trigger) || words.triggerKind(trigger.kind)}
            </span>
          ))}
        </span>
        {figures && <Figure value={number(figures.entered)} name={t('figures.entered')} />}
      </Card>
    </NodeFrame>
  );
}

export function StepNode({ id }: NodeProps) {
  const { document, state, words, figuresOf } = useEditor();
  const { addBelow, hereNow, number, wrongOf, resultOf } = useCanvas();
  const step = findStep(document.steps, id);
  const place = placeOf(document.steps, id);
  if (!step || !place) return null;
  const here = figuresOf(id)?.here ?? 0;
  return (
    <StepCard
      step={step}
      kind={words.kind(step.kind)}
      title={words.title(step)}
      lane={place.lane}
      index={place.index + 1}
      plus={addBelow}
      isSelected={state.selected === id}
      wrong={wrongOf(id)}
      figure={here > 0 ? number(here) : resultOf(step)}
      figureName={here > 0 ? hereNow : null}
    />
  );
}

type StepCardProps = Omit<NodeFrameProps, 'children'> & {
  step: Step;
  kind: string;
  title: string;
  isSelected: boolean;
  wrong: string;
  figure: string;
  /** Null for a figure that says it all. */
  figureName: string | null;
};

/** Drawn anew only where something of it changed, whatever changes around it. */
const StepCard = memo(function StepCard({
  step,
  kind,
  title,
  isSelected,
  wrong,
  figure,
  figureName,
  ...frame
}: StepCardProps) {
  return (
    <NodeFrame {...frame}>
      <Card id={step.id} isSelected={isSelected}>
        <StepMark icon={stepIcons[step.kind]} tone={step.kind === 'goal' ? 'goal' : 'plain'} size={36} />
        <span className="min-w-0 flex-1 text-sm">
          <span className="block text-xs text-muted">{kind}</span>
          <StepTitle step={step} title={title} className="block truncate font-semibold text-ink" />
        </span>
        {wrong && (
          <span title={wrong} className="text-warning-text">
            <TriangleAlert aria-hidden className="size-4" />
            <span className="sr-only">{wrong}</span>
          </span>
        )}
        {figureName && <Figure value={figure} name={figureName} />}
        {!figureName && figure && <span className="shrink-0 text-xs text-muted">{figure}</span>}
      </Card>
    </NodeFrame>
  );
});

function Figure({ value, name }: { value: string; name: string }) {
  return (
    <span className="shrink-0 text-right text-xs text-muted">
      <span className="block text-sm font-semibold text-ink tabular-nums">{value}</span>
      {name}
    </span>
  );
}

/** The head of a lane, with a plus for its first step. */
export function LaneNode({ id }: NodeProps) {
  const { percent } = useFormat();
  const { document, words, figuresOf } = useEditor();
  const { addBelow } = useCanvas();
  const found = forkOf(document.steps, id);
  if (!found) return null;
  const share = shareOfFirst(found.fork, found.at, figuresOf(found.fork.id));
  return (
    <NodeFrame lane={id} index={0} plus={addBelow}>
      <div className="flex h-8 items-center justify-center">
        <span className="max-w-full truncate rounded-sm border border-line-strong bg-surface px-2 py-0.5 text-xs font-semibold text-ink">
          {words.laneName(found.fork, found.at)}
          {share !== undefined && <span className="ml-1.5 font-normal text-muted">{percent(share)}</span>}
        </span>
      </div>
    </NodeFrame>
  );
}
