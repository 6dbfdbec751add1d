import { type GoalMetric, goalMetrics } from '@waggle/contracts/goals';
import { amountText } from '@waggle/contracts/money';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useShownName } from '#features/accounts/index.ts';
import { problemText } from '#lib/problem-text.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogClose, DialogFooter } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { Select } from '#ui/select.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { useUiText } from '#ui/ui-text.tsx';
import { type Goals, useDeleteGoal, useSetGoal } from './queries.ts';
import { targetOf } from './typed-target.ts';
import { useGoalAmount } from './use-goal-words.ts';

type GoalDialogProps = { goals: Goals; metric: GoalMetric; onClose: () => void };

const goalOf = ({ items }: Goals, metric: GoalMetric) => items.find((one) => one.metric === metric);

/** As it was typed: in the unit that people write, not the smallest. */
function typedOf(goals: Goals, metric: GoalMetric): string {
  const target = goalOf(goals, metric)?.target;
  if (target === undefined) return '';
  return metric === 'revenue' ? amountText(target, goals.currency) : String(target);
}

/** A metric and what it is meant to reach, of the client that is shown. */
export function GoalDialog({ goals, metric: first, onClose }: GoalDialogProps) {
  const { t } = useTranslation('goals');
  const whose = useShownName();
  const [metric, setMetric] = useState(first);
  const [typed, setTyped] = useState(() => typedOf(goals, first));
  const [asked, setAsked] = useState(false);
  const save = useSetGoal();
  const remove = useDeleteGoal();
  const kept = goalOf(goals, metric);
  const target = targetOf(metric, typed, goals.currency);
  const problem = save.error ?? remove.error;
  const choose = (next: GoalMetric) => {
    setMetric(next);
    setTyped(typedOf(goals, next));
    setAsked(false);
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (target !== null) save.mutate({ metric, target }, { onSuccess: onClose });
  };
  return (
    <Dialog open onOpenChange={onClose} title={t(kept ? 'change' : 'set')} description={t('whose', { whose })}>
      <form noValidate onSubmit={send} className="flex flex-col gap-4">
        {problem && <Alert tone="danger">{problemText(problem)}</Alert>}
        <Field label={t('metric')}>
          {(control) => (
            <Select
              {...control}
              options={goalMetrics.map((value) => ({ value, label: t(`metrics.${value}`) }))}
              value={metric}
              onValueChange={(value) => choose(value as GoalMetric)}
            />
          )}
        </Field>
        <TargetField
          {...{ goals, metric, typed, setTyped }}
          error={asked && target === null ? t(metric === 'open-rate' ? 'wrongPercent' : 'wrong') : undefined}
        />
        <Buttons
          busy={save.isPending}
          removing={remove.isPending}
          remove={kept && (() => remove.mutate(kept.id, { onSuccess: onClose }))}
        />
      </form>
    </Dialog>
  );
}

type TargetFieldProps = Pick<GoalDialogProps, 'goals' | 'metric'> & {
  typed: string;
  setTyped: (typed: string) => void;
  error: string | undefined;
};

function TargetField({ goals, metric, typed, setTyped, error }: TargetFieldProps) {
  const { t } = useTranslation('goals');
  const amount = useGoalAmount(metric);
  const reached = goals.reached[metric];
  const hint = reached === null ? t('nothing') : t('reached', { reached: amount(reached) });
  const unit = { revenue: goals.currency, 'open-rate': '%' }[metric as string];
  return (
    <Field label={t('target')} hint={hint} error={error}>
      {(control) => (
        <TextInput
          {...control}
          data-autofocus
          inputMode="decimal"
          autoComplete="off"
          maxLength={20}
          value={typed}
          suffix={unit && <span className="pr-2">{unit}</span>}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      )}
    </Field>
  );
}

type ButtonsProps = { busy: boolean; removing: boolean; remove: (() => void) | undefined };

function Buttons({ busy, removing, remove }: ButtonsProps) {
  const { t } = useTranslation('goals');
  const text = useUiText();
  return (
    <DialogFooter className="px-0! pt-0! pb-0!">
      {remove && (
        <Button variant="danger" className="mr-auto" busy={removing} onClick={remove}>
          {t('delete')}
        </Button>
      )}
      <DialogClose>
        <Button>{text.cancel}</Button>
      </DialogClose>
      <Button type="submit" variant="primary" busy={busy}>
        {t('save')}
      </Button>
    </DialogFooter>
  );
}
