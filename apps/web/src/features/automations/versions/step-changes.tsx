import type { StepKind } from '@waggle/contracts/automation-document';
import type { StepComparison } from '@waggle/contracts/automation-versions';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { Badge } from '#ui/badge.tsx';
import { cx } from '#ui/class-names.ts';
import { stepIcons } from '../words/step-icons.ts';
import { StepMark } from '../words/step-mark.tsx';
import { PartChange } from './part-change.tsx';
import type { Side, Sides } from './use-sides.ts';
import { useStepParts } from './use-step-parts.tsx';

type StepChangesProps = { steps: readonly StepComparison[]; sides: Sides; isAll: boolean };

/** Steps in the order of the later one; one that is gone stands where it was. */
export function StepChanges({ steps, sides, isAll }: StepChangesProps) {
  const { t } = useTranslation('automation-versions');
  const shown = steps.filter(({ change, isMoved }) => isAll || change !== 'same' || isMoved);
  if (shown.length === 0) return null;
  return (
    <section aria-label={t('stepsTitle')}>
      <h3 className="border-b border-line bg-sunken px-7 py-2 text-xs font-medium text-muted max-xl:px-5 max-lg:px-4">
        {t('stepsTitle')}
      </h3>
      <ol>
        {shown.map((step) => (
          <StepChange key={step.stepId} step={step} sides={sides} />
        ))}
      </ol>
    </section>
  );
}

const tones = { added: 'success', removed: 'danger', changed: 'info' } as const;

function StepChange({ step, sides }: { step: StepComparison; sides: Sides }) {
  const { t } = useTranslation('automation-versions');
  const { number } = useFormat();
  const { stepId, change, isMoved, parts } = step;
  const isGone = change === 'removed';
  const side = isGone ? sides.before : sides.after;
  const said = side.stepOf(stepId);
  const kind = step.kind as StepKind;
  const lane = side.laneOf(stepId);
  return (
    <li
      style={{ '--depth': side.depthOf(stepId) } as object}
      className={cx(
        'border-b border-line py-2.5 pr-7 pl-[calc(1.75rem+var(--depth)*1.75rem)] max-xl:pr-5 max-xl:pl-[calc(1.25rem+var(--depth)*1.75rem)] max-sm:pr-4 max-sm:pl-[calc(1rem+min(var(--depth),2)*1rem)]',
        isGone && 'bg-danger-soft',
      )}
    >
      <div className="flex items-center gap-3">
        <span className="w-5 shrink-0 text-right text-xs text-muted tabular-nums max-sm:hidden">
          {number(side.numberOf(stepId) ?? 0)}
        </span>
        <StepMark icon={stepIcons[kind]} tone={kind === 'goal' ? 'goal' : 'plain'} size={28} />
        <div className="min-w-0 flex-1">
          <p className="text-xs text-muted">
            {side.words.kind(kind)}
            {lane && ` · ${t('inLane', { lane })}`}
          </p>
          <h4 className="text-sm font-semibold [overflow-wrap:anywhere] text-ink">{said && side.words.title(said)}</h4>
        </div>
        <span className="flex shrink-0 flex-wrap justify-end gap-1.5">
          {change !== 'same' && (
            <Badge tone={tones[change]} dot={false}>
              {t(`changes.${change}`)}
            </Badge>
          )}
          {isMoved && <Badge dot={false}>{t('changes.moved')}</Badge>}
        </span>
      </div>
      {(isMoved || parts.length > 0) && (
        <div className="mt-2 flex flex-col gap-2.5 sm:pl-18">
          {isMoved && <Moved stepId={stepId} sides={sides} />}
          <Parts step={step} sides={sides} />
        </div>
      )}
    </li>
  );
}

function Moved({ stepId, sides: { before, after } }: { stepId: string; sides: Sides }) {
  const { t } = useTranslation('automation-versions');
  const { number } = useFormat();
  const placeOf = ({ numberOf, laneOf }: Side): string => {
    const place = t('step', { number: number(numberOf(stepId) ?? 0) });
    const lane = laneOf(stepId);
    return lane ? `${place}, ${t('inLane', { lane })}` : place;
  };
  return (
    <PartChange
      label={t('place')}
      before={{ name: before.name, value: placeOf(before) }}
      after={{ name: after.name, value: placeOf(after) }}
    />
  );
}

function Parts({ step: { stepId, parts }, sides: { before, after } }: { step: StepComparison; sides: Sides }) {
  const [one, other] = [useStepParts(before), useStepParts(after)];
  return parts.map((part) => (
    <PartChange
      key={part}
      label={one.label(part)}
      before={{ name: before.name, value: one.value(stepId, part) }}
      after={{ name: after.name, value: other.value(stepId, part) }}
    />
  ));
}
