import { automationLimits, type StepOf } from '@waggle/contracts/automation-document';
import { splitTestTiers } from '@waggle/contracts/plans';
import { Plus, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useMissingPlan } from '#features/accounts/index.ts';
import { useFormat } from '#lib/format.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { toast } from '#ui/toast-store.ts';
import { useEditor } from '../editor/editor-context.ts';
import { PlanAlert } from '../plan-notice.tsx';
import { NumberField } from './number-field.tsx';

/** The ways of a split with the share of each. */
export function SplitForm({ step }: { step: StepOf<'split'> }) {
  const { t } = useTranslation('automation-editor');
  const { number } = useFormat();
  const { commands, readOnly, words } = useEditor();
  const missing = useMissingPlan()(splitTestTiers);
  const remove = (laneId: string) => {
    if (commands.removeLane(step.id, laneId))
      toast({ title: t('laneDeleted'), action: { label: t('undo'), onAction: commands.undo, undo: true } });
  };
  return (
    <>
      <p className="text-sm text-muted">{t('forms.splitHint')}</p>
      {missing && <PlanAlert need="split-tests">{t('forms.splitPlan')}</PlanAlert>}
      <ul className="flex flex-col gap-3">
        {step.lanes.map((lane, at) => (
          <li key={lane.id} className="flex items-end gap-2">
            <Field label={t('lanes.name')} className="flex-1">
              {(control) => (
                <TextInput
                  {...control}
                  value={lane.name}
                  maxLength={80}
                  readOnly={readOnly}
                  onChange={(event) => commands.changeLane(lane.id, { name: event.currentTarget.value })}
                />
              )}
            </Field>
            <div className="w-20">
              <NumberField
                label={t('lanes.weight')}
                value={lane.weight}
                min={1}
                max={1_000}
                onChange={(weight) => commands.changeLane(lane.id, { weight })}
              />
            </div>
            {!readOnly && step.lanes.length > 2 && (
              <IconButton
                icon={X}
                label={t('lanes.remove', { name: words.laneName(step, at) })}
                onClick={() => remove(lane.id)}
              />
            )}
          </li>
        ))}
      </ul>
      {!readOnly && step.lanes.length < automationLimits.lanes && (
        <Button
          size="sm"
          icon={Plus}
          className="self-start"
          onClick={() => commands.addLane(step.id, t('lanes.nth', { number: number(step.lanes.length + 1) }))}
        >
          {t('lanes.add')}
        </Button>
      )}
    </>
  );
}
