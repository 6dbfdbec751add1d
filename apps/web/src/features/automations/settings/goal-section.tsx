import type { AutomationDocument, Happening } from '@waggle/contracts/automation-document';
import { useTranslation } from 'react-i18next';
import { Field } from '#ui/field.tsx';
import { Select } from '#ui/select.tsx';
import { Switch } from '#ui/switch.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { useEditor } from '../editor/editor-context.ts';
import { HappeningField } from '../inspector/happening-field.tsx';
import { SettingsSection } from './settings-section.tsx';

type Goal = NonNullable<AutomationDocument['goal']>;

const goalOf = (name: string, when: Happening | null, reached: Goal['reached']): Goal => ({
  name,
  when,
  reached,
});

/** What the automation is for. */
export function GoalSection() {
  const { t } = useTranslation('automation-editor');
  const { document, commands, readOnly } = useEditor();
  const { goal } = document;
  const turn = (on: boolean) => commands.set({ goal: on ? goalOf('', { kind: 'purchase.made' }, 'leave') : null });
  return (
    <SettingsSection title={t('settings.goal')} text={t('settings.goalText')}>
      <Switch label={t('settings.goalOn')} checked={goal !== null} disabled={readOnly} onCheckedChange={turn} />
      {goal && <GoalFields goal={goal} />}
    </SettingsSection>
  );
}

function GoalFields({ goal }: { goal: Goal }) {
  const { t } = useTranslation('automation-editor');
  const { commands, readOnly } = useEditor();
  return (
    <div className="flex flex-col gap-4 rounded-lg border border-line-strong p-4">
      <Field label={t('settings.goalName')} optional>
        {(control) => (
          <TextInput
            {...control}
            value={goal.name}
            maxLength={120}
            readOnly={readOnly}
            onChange={(event) => commands.set({ goal: goalOf(event.currentTarget.value, goal.when, goal.reached) })}
          />
        )}
      </Field>
      <HappeningField
        label={t('settings.goalWhen')}
        value={goal.when}
        onChange={(when) => commands.set({ goal: goalOf(goal.name, when, goal.reached) })}
      />
      <Field label={t('settings.goalThen')}>
        {(control) => (
          <Select
            {...control}
            value={goal.reached}
            disabled={readOnly}
            onValueChange={(next) => commands.set({ goal: goalOf(goal.name, goal.when, next as Goal['reached']) })}
            options={[
              { value: 'leave', label: t('settings.goalLeave') },
              { value: 'jump', label: t('settings.goalJump'), description: t('settings.goalJumpHint') },
            ]}
          />
        )}
      </Field>
    </div>
  );
}
