import { findStep } from '@waggle/automations/steps';
import { type Step, stepsOf } from '@waggle/contracts/automation-document';
import { RotateCcw, ShieldCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { Badge } from '#ui/badge.tsx';
import { cx } from '#ui/class-names.ts';
import { RadioCards } from '#ui/radio-cards.tsx';
import { Select } from '#ui/select.tsx';
import { useEditor } from '../editor/editor-context.ts';
import { stepIcons } from '../words/step-icons.ts';
import { StepMark } from '../words/step-mark.tsx';
import { countTime, keepTime, keyOf, leave } from './plan-counts.ts';
import type { PeoplePlanState, Place } from './use-people-plan.ts';

/** Whether people move, and for each step where somebody stands what happens. */
export function PeoplePlan({ plan, inside }: { plan: PeoplePlanState; inside: number }) {
  const { t } = useTranslation('automation-editor');
  const { number } = useFormat();
  const { automation } = useEditor();
  const now = automation.version ?? 0;
  return (
    <>
      <RadioCards
        legend={t('publish.people')}
        hideLegend
        value={plan.people}
        onValueChange={plan.setPeople}
        options={[
          {
            value: 'move',
            label: t('publish.move', { version: number(now + 1) }),
            description: t('publish.moveHint'),
          },
          {
            value: 'finish',
            label: t('publish.finish'),
            description: t('publish.finishHint', { version: number(now + 1) }),
          },
        ]}
      />
      {plan.people === 'move' && (
        <>
          <PlaceTable plan={plan} />
          <Equation plan={plan} inside={inside} />
        </>
      )}
    </>
  );
}

function PlaceTable({ plan }: { plan: PeoplePlanState }) {
  const { t } = useTranslation('automation-editor');
  const { number } = useFormat();
  return (
    <div className="overflow-x-auto">
      <table className="w-full text-sm">
        <thead className="text-left text-xs text-muted">
          <tr className="border-b border-line">
            <th className="py-2 font-medium">{t('list.step')}</th>
            <th className="py-2 font-medium">{t('publish.change')}</th>
            <th className="py-2 pr-4 text-right font-medium">{t('publish.peopleHere')}</th>
            <th className="py-2 font-medium">{t('publish.happens')}</th>
          </tr>
        </thead>
        <tbody>
          {plan.places.map((place) => (
            <tr
              key={keyOf(place)}
              className={cx('border-b border-line', place.change === 'removed' && 'bg-warning-soft')}
            >
              <td className="py-2.5 pr-3 pl-1">
                <PlaceName place={place} />
              </td>
              <td className="py-2.5 pr-3">
                <Change change={place.change} />
              </td>
              <td className="py-2.5 pr-4 text-right font-semibold text-ink tabular-nums">{number(place.people)}</td>
              <td className="py-2.5 pr-1">
                <WhatHappens place={place} plan={plan} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** As the version knew it where the draft does not any more. */
function PlaceName({ place }: { place: Place }) {
  const { t } = useTranslation('automation-editor');
  const { number } = useFormat();
  const { document, automation, words } = useEditor();
  const step: Step | undefined =
    findStep(automation.published?.steps ?? [], place.stepId) ?? findStep(document.steps, place.stepId);
  const version = t('publish.ofVersion', { version: number(place.version) });
  if (!step) return <span className="text-muted">{version}</span>;
  return (
    <span className="flex items-center gap-2.5">
      <StepMark icon={stepIcons[step.kind]} size={28} />
      <span className="min-w-0">
        <span className="block text-xs text-muted">
          {words.kind(step.kind)}
          {place.version !== automation.version && ` · ${version}`}
        </span>
        <span className="block font-semibold text-ink">{words.title(step)}</span>
      </span>
    </span>
  );
}

const tones = { same: 'neutral', changed: 'info', removed: 'danger' } as const;

function Change({ change }: { change: Place['change'] }) {
  const { t } = useTranslation('automation-editor');
  return (
    <Badge tone={tones[change]} dot={false}>
      {t(`publish.changesOf.${change}`)}
    </Badge>
  );
}

function WhatHappens({ place, plan }: { place: Place; plan: PeoplePlanState }) {
  const { t } = useTranslation('automation-editor');
  const { number } = useFormat();
  const { document, words, numbers } = useEditor();
  const kind = findStep(document.steps, place.stepId)?.kind;
  if (place.change === 'same' || (place.change === 'changed' && kind !== 'wait'))
    return <span className="text-muted">{t(place.change === 'same' ? 'publish.stay' : 'publish.stayChanged')}</span>;
  if (place.change === 'changed') {
    return (
      <Select
        aria-label={t('publish.happens')}
        value={plan.choiceOf(place) ?? keepTime}
        onValueChange={(choice) => plan.choose(place, choice)}
        options={[
          { value: keepTime, label: t('publish.keepTime') },
          { value: countTime, label: t('publish.countTime') },
        ]}
      />
    );
  }
  return (
    <Select
      aria-label={t('publish.happens')}
      value={plan.choiceOf(place) ?? ''}
      placeholder={t('choose')}
      onValueChange={(choice) => plan.choose(place, choice)}
      options={[
        ...[...stepsOf(document.steps)].map((step) => ({
          value: step.id,
          label: t('publish.goOnAt', { number: number(numbers.get(step.id) ?? 0), title: words.title(step) }),
        })),
        { value: leave, label: t('publish.leave') },
      ]}
    />
  );
}

function Equation({ plan: { counts }, inside }: { plan: PeoplePlanState; inside: number }) {
  const { t } = useTranslation('automation-editor');
  const { number } = useFormat();
  const { automation } = useEditor();
  const part = (value: number, name: string) => (
    <span className="whitespace-nowrap">
      <strong className="mr-1.5 text-lg font-semibold text-ink tabular-nums">{number(value)}</strong>
      {name}
    </span>
  );
  return (
    <div className="flex flex-col gap-2">
      <p role="status" className="flex flex-wrap items-baseline gap-x-3 text-sm text-muted">
        {part(inside, t('publish.sum.inside'))} = {part(counts.stay, t('publish.sum.stay'))} +{' '}
        {part(counts.move, t('publish.sum.move'))} + {part(counts.leave, t('publish.sum.leave'))}
        {counts.open > 0 && <> + {part(counts.open, t('publish.sum.open'))}</>}
      </p>
      <p className="flex flex-wrap gap-x-5 gap-y-1 text-xs text-muted">
        <span className="flex items-center gap-1.5">
          <ShieldCheck aria-hidden className="size-3.5 text-success-text" />
          {t('publish.noSecond')}
        </span>
        <span className="flex items-center gap-1.5">
          <RotateCcw aria-hidden className="size-3.5 text-subtle" />
          {t('publish.back', { version: number(automation.version ?? 0) })}
        </span>
      </p>
    </div>
  );
}
